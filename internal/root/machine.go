package root

// MachineLibC is the C library that this machine's own programs run with: its file and release.
func MachineLibC() (path string, v Version, err error) {
	if path, err = machineLibC(); err != nil {
		return "", Version{}, err
	}
	v, err = GlibcVersion(path)
	return path, v, err
}
