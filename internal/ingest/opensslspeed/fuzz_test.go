package opensslspeed_test

import (
	"testing"

	"cpb/internal/ingest/ingesttest"
)

func FuzzRead(f *testing.F) {
	ingesttest.Fuzz(f, format,
		"Doing md5 for 3s on 16 size blocks:\n3 md5's in 3.00s\ntype 16 bytes 64 bytes\nmd5 16.00k\n 5.00k\n",
		"+DTP:256::ecdh:10\n+R7:20:256:1.0\n+F2:1:1024:0.5:0.1\n+F9:1:2.0:3.0:4.0\nGot: +F:1:md5:5.00 from 3\nmd5 5.00\n",
		"rsa 2048 bits infs 0.1s 0.0 10.0\n 256 bit ecdh (nistp256) 0.1s 10.0\nkeygen encaps decaps keygens/s encaps/s decaps/s\nx 0.1s 0.1s 0.1s 1.0 1.0 1.0\n",
	)
}
