//go:build cgo

package all

import (
	_ "cpb/library/gcrypt"   // Libgcrypt
	_ "cpb/library/lavu"     // libavutil
	_ "cpb/library/openssl"  // libcrypto
	_ "cpb/library/tomcrypt" // LibTomCrypt
)
