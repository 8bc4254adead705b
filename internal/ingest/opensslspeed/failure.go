package opensslspeed

import (
	"strings"

	"cpb/internal/ingest"
)

// failure takes what the program says in place of figures.
func (p *parser) failure(text string, line int) bool {
	if len(text) > 300 {
		return false
	}
	switch {
	case isErrorQueue(text):
		return p.stage != outside // the detail of the failure before it
	case !says(text):
		return false
	}
	p.out.Warn(ingest.NoResult, line, "%s", text)
	return true
}

// failing are what lines say that begin with an algorithm, and whole lines.
var failing = []string{
	" is an unknown cipher or digest", " is an unknown cipher", " is an unknown digest", " is not an AEAD cipher",
	" is not a multi-block capable", " is not multi-block capable",
}

// says reports whether a line is one of the program's failures (apps/speed.c).
func says(text string) bool {
	switch text[0] {
	case 'R', 'D', 'E', 'S', 'F', 'K', 'H', 'M', 'C':
		if isAny(text, "RSA ", "DSA ", "ECDSA ", "ECDH ", "EdDSA ", "SM2 ", "EC ", "FFDH ", "SIG ", "MLKEM ", "HMAC ", "EVP_Cipher") && saysFailure(text) {
			return true
		}
		if isAny(text, "Error finalizing cipher loop", "Error performing cipher op", "Failure in the job", "Failure in the select", "Child exited with ", "Child terminated by ") {
			return true
		}
		if strings.HasPrefix(text, "Skip ") && strings.HasSuffix(text, " not supported") {
			return true
		}
		if isAny(text, "Failed to decrypt the data", "Failed to encrypt the data", "Failed to get the tag", "Failed to set iv", "Checking size of shared secret failed", "Couldn't in", "Couldn't set ") && len(text) < 50 {
			return true
		}
		if isAny(text, "Error while ", "Error setting ", "Error creating the ASYNC", "Don't understand line '", "Error initializing ", "Encaps error for ", "Decaps error for ", "MemAlloc ", "Shared secret derive failure", "Signing error for ") {
			return true
		}
	case 'A':
		return isAny(text, "Assertion failure: shared secret too large", "Assigning peer key for derivation failed")
	case 'V':
		return isAny(text, "Verify error for ", "Verify 2 error for ")
	case 'U':
		return isAny(text, "Unhandled error in the error queue", "Unknown type '")
	}
	for _, f := range failing {
		if strings.HasSuffix(text, f) {
			return true
		}
	}
	if _, algorithm, ok := strings.Cut(text, ": Unknown algorithm "); ok {
		return isName(algorithm)
	}
	for _, end := range []string{" error!", " key generation failure.", " sign failure", " verify failure"} {
		if name, ok := strings.CutSuffix(text, end); ok {
			return isName(name)
		}
	}
	return false
}

func saysFailure(text string) bool {
	return strings.Contains(text, " failure") || strings.HasSuffix(text, " don't match.") || strings.HasSuffix(text, "initialise failure")
}

// isErrorQueue reports whether a line is one of ERR_print_errors: "801B3CB0637F0000:error:1C8000B3:Provider routines:…".
func isErrorQueue(text string) bool {
	thread, rest, ok := strings.Cut(text, ":")
	if !ok || !strings.HasPrefix(rest, "error:") || len(thread) > 16 {
		return false
	}
	for i := 0; i < len(thread); i++ {
		if c := thread[i]; (c < '0' || c > '9') && (c < 'A' || c > 'F') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
