//go:build cgo

package all

import (
	_ "cpb/library/openssl" // libcrypto
)
