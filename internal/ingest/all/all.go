// Package all links every format in.
package all

import (
	_ "cpb/internal/ingest/benchslope"
	_ "cpb/internal/ingest/botan"
	_ "cpb/internal/ingest/bsslspeed"
	_ "cpb/internal/ingest/cpbdoc"
	_ "cpb/internal/ingest/cryptobench"
	_ "cpb/internal/ingest/cryptsetup"
	_ "cpb/internal/ingest/gbench"
	_ "cpb/internal/ingest/gnutlscli"
	_ "cpb/internal/ingest/gobench"
	_ "cpb/internal/ingest/liboqs"
	_ "cpb/internal/ingest/nettle"
	_ "cpb/internal/ingest/opensslspeed"
	_ "cpb/internal/ingest/supercop"
	_ "cpb/internal/ingest/wolfcrypt"
)
