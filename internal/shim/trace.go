package shim

// A Trace is which instructions one call executed.
type Trace struct {
	Steps     int64 // instructions executed, repetitions included; without those of this program, whose op makes the call
	Cut       bool  // the call had more of them than the limit
	Elsewhere int64 // of Steps, in memory that no file was loaded into
	Failed    bool  // the call reported a failure
	Files     []TracedFile
}

// A TracedFile is one library of the process in which a call executed something. What the kernel maps (the vDSO) is no file.
type TracedFile struct {
	Path         string   // as the loader has it
	Steps        int64    // instructions executed in it
	Instructions []uint64 // where those lie, by the file's own addresses, ascending
}
