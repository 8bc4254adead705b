package layout

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/hex"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestDecode: by hand, from the manual.
func TestDecode(t *testing.T) {
	for _, c := range []struct {
		code   string
		length int
		field  int
		branch bool
	}{
		{"c3", 1, 0, false},                      // ret
		{"90", 1, 0, false},                      // nop
		{"660f1f840000000000", 9, 0, false},      // nopw 0(%rax,%rax)
		{"f30f1efa", 4, 0, false},                // endbr64
		{"e800000000", 5, 1, true},               // call
		{"0f8400000000", 6, 2, true},             // je
		{"7402", 2, 0, false},                    // je, short: within a function
		{"488d3500000000", 7, 3, false},          // lea 0(%rip), %rsi
		{"ff2500000000", 6, 2, false},            // jmp *0(%rip)
		{"813d0000000078563412", 10, 2, false},   // cmpl $0x12345678, 0(%rip)
		{"66813d000000007856", 9, 3, false},      // cmpw
		{"48c7c078563412", 7, 0, false},          // mov $0x12345678, %rax
		{"48b80102030405060708", 10, 0, false},   // movabs
		{"48a10102030405060708", 10, 0, false},   // movabs 0x807060504030201, %rax
		{"f6c101", 3, 0, false},                  // test $1, %cl
		{"f7d0", 2, 0, false},                    // not %eax
		{"4881ec88000000", 7, 0, false},          // sub $0x88, %rsp
		{"8b0485ffffff7f", 7, 0, false},          // mov 0x7fffffff(,%rax,4), %eax
		{"c8100001", 4, 0, false},                // enter
		{"0f38cb0500000000", 8, 4, false},        // sha256rnds2 0(%rip), %xmm0
		{"660f3a0fc108", 6, 0, false},            // palignr
		{"c5f877", 3, 0, false},                  // vzeroupper
		{"c5f970c04e", 5, 0, false},              // vpshufd
		{"c5f96f0500000000", 8, 4, false},        // vmovdqa 0(%rip), %xmm0
		{"c4e37d39c101", 6, 0, false},            // vextracti128
		{"c4e2f1f60500000000", 9, 5, false},      // mulx-like, 0(%rip)
		{"62f1fd486f0500000000", 10, 6, false},   // vmovdqa64 0(%rip), %zmm0
		{"62f3f548250500000000ff", 11, 6, false}, // vpternlogq $0xff, 0(%rip), %zmm1, %zmm0
		{"8fe97881c0", 5, 0, false},              // XOP: vfrczpd-like
		{"c7f800000000", 6, 2, true},             // xbegin
		{"666648e800000000", 8, 4, true},         // the padded call of thread-local storage
		{"f20f78c10203", 6, 0, false},            // insertq
	} {
		code, err := hex.DecodeString(c.code)
		if err != nil {
			t.Fatal(err)
		}
		if i, ok := decode(append(code, 0xcc, 0xcc)); !ok || i != (instruction{c.length, c.field, c.branch}) {
			t.Errorf("%s: %+v, %v", c.code, i, ok)
		}
		if _, ok := decode(code[:len(code)-1]); ok {
			t.Errorf("%s without its last byte is one", c.code)
		}
	}
	for _, code := range []string{"", "06", "d5", "66666666666666666666666666666690", "c4ff"} {
		bytes, _ := hex.DecodeString(code)
		if i, ok := decode(bytes); ok {
			t.Errorf("%q is %+v", code, i)
		}
	}
}

// isNoInstruction tells what objdump prints where it loses its way in a table.
func isNoInstruction(words string) bool {
	words = strings.TrimSpace(words)
	return words == "(bad)" || strings.HasPrefix(words, "rex") && !strings.Contains(words, " ")
}

// referred is the address that objdump prints for what an instruction refers to, in hexadecimal; "" where there is none.
func referred(words string) string {
	if _, operand, found := strings.Cut(words, "# "); found {
		return strings.TrimPrefix(strings.Fields(operand)[0], "0x")
	}
	fields := strings.Fields(words)
	for len(fields) > 1 {
		switch fields[0] {
		case "bnd", "data16", "rex.W", "notrack", "cs", "ds":
			fields = fields[1:]
			continue
		}
		break
	}
	if len(fields) > 1 && (fields[0] == "call" || fields[0] == "xbegin" || fields[0][0] == 'j') && fields[1][0] != '*' {
		return fields[1]
	}
	return ""
}

// TestDecodeLikeObjdump: of instructions in the functions of the C library and of libcrypto, where they are installed, the length and
// what it refers to: of those in one of eight pieces of 16 bytes. What libcrypto has between its functions are tables.
func TestDecodeLikeObjdump(t *testing.T) {
	const seed = 3
	for _, path := range installed(t) {
		f := opened(t, path)
		cmd := exec.Command("objdump", "-d", "-w", "--insn-width=16", path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Skip("needs objdump: ", err)
		}
		n, wrong := 0, 0
		for lines := bufio.NewScanner(out); lines.Scan(); {
			address, rest, found := bytes.Cut(lines.Bytes(), []byte(":\t"))
			if !found || len(address) < 2 || nibble(address[len(address)-2])&7 != seed {
				continue
			}
			hexed, words, found := strings.Cut(string(rest), "\t")
			if !found || isNoInstruction(words) {
				continue
			}
			at, err := strconv.ParseUint(string(bytes.TrimSpace(address)), 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			code, err := hex.DecodeString(strings.ReplaceAll(strings.TrimSpace(hexed), " ", ""))
			if err != nil {
				t.Fatal(err)
			}
			if f.functionAt(at).isUnclaimed() {
				continue
			}
			n++
			want := referred(words)
			i, ok := decode(append(code, 0xcc))
			got := ""
			if ok && i.field > 0 {
				got = strconv.FormatUint(i.target(at, code), 16)
			} else if len(code) <= 3 {
				got = want // a short branch
			}
			if !ok || i.length != len(code) || got != want {
				if wrong++; wrong <= 10 {
					t.Errorf("%s: %s: %+v, %v, refers to %q", path, lines.Text(), i, ok, got)
				}
			}
		}
		if err := cmd.Wait(); err != nil {
			t.Skip("objdump: ", err)
		}
		if n < 1000 {
			t.Errorf("%s: only %d instructions", path, n)
		}
		t.Logf("%s: %d instructions, %d otherwise", path, n, wrong)
	}
}

// nibble is the value of a hexadecimal digit.
func nibble(digit byte) byte {
	if digit >= 'a' {
		return digit - 'a' + 10
	}
	return digit - '0'
}

// installed is libraries of this machine, or the test is skipped.
func installed(t *testing.T) (paths []string) {
	t.Helper()
	for _, name := range []string{"libc.so.6", "libcrypto.so.3"} {
		path := "/usr/lib/x86_64-linux-gnu/" + name
		if f, err := elf.Open(path); err == nil {
			f.Close()
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 {
		t.Skip("needs a library of this machine, for x86-64")
	}
	return paths
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte{0x62, 0xf1, 0xfd, 0x48, 0x6f, 0x05, 0, 0, 0, 0})
	f.Add([]byte{0xc4, 0xe3, 0x7d})
	f.Fuzz(func(t *testing.T, code []byte) {
		i, ok := decode(code)
		if ok && (i.length < 1 || i.length > min(longest, len(code)) || i.field < 0 || i.field > 0 && i.field+4 > i.length) {
			t.Errorf("%x is %+v", code, i)
		}
		if ok {
			i.isPadding(code)
		}
	})
}
