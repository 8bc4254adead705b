package opensslspeed

import "strings"

// A command is what the command line says that the output does not.
type command struct {
	text    string
	speed   bool   // whether it is one of openssl speed
	evp     string // the argument of -evp
	others  bool   // whether it names other algorithms too
	only    string // the other algorithm, where there is one
	decrypt bool
	aead    bool
	blocks  bool // -mb
	elapsed bool
	multi   bool
}

// withArgument are the options that take one. OpenSSL 4.0.1, apps/speed.c, speed_options; older ones have fewer.
var withArgument = map[string]bool{
	"engine": true, "hmac": true, "cmac": true, "primes": true, "seconds": true, "bytes": true, "misalign": true, "multi": true,
	"async_jobs": true, "rand": true, "writerand": true, "config": true, "provider": true, "provider-path": true,
	"provparam": true, "propquery": true, "unaligned": true,
}

// parseCommand reads "openssl speed -evp aes-128-gcm -aead".
func parseCommand(text string) command {
	c := command{text: text}
	_, arguments, ok := strings.Cut(text, "speed")
	if !ok {
		return c
	}
	c.speed = true
	words := strings.Fields(arguments)
	for i := 0; i < len(words); i++ {
		option, dashed := strings.CutPrefix(words[i], "-")
		if !dashed {
			if c.only = words[i]; c.others {
				c.only = ""
			}
			c.others = true
			continue
		}
		switch option = strings.TrimPrefix(option, "-"); option {
		case "evp":
			if i++; i < len(words) {
				c.evp = words[i]
			}
		case "decrypt":
			c.decrypt = true
		case "aead":
			c.aead = true
		case "mb":
			c.blocks = true
		case "elapsed":
			c.elapsed = true
		default:
			if option == "multi" {
				c.multi = true
			}
			if withArgument[option] {
				i++
			}
		}
	}
	return c
}
