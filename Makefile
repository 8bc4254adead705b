# Needs Go, make and, for C libraries, gcc. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

GO ?= go
# The version is stamped below; Go's own stamp fails in a checkout that another user owns.
export GOFLAGS += -buildvcs=false
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null)
LDFLAGS := $(if $(VERSION),-X cpb/cmd.version=$(VERSION))
# The program runs under the C library of other distributions too, whose resolver it must not need.
TAGS := netgo,osusergo
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
# MD4 and the like are deprecated, and measured all the same (SA1019).
CHECKS := -checks inherit,-SA1019
# The parameter is unused in the C of runtime/cgo.
STRICT := CGO_CFLAGS="-O2 -g -Wall -Wextra -Wno-unused-parameter -Werror"

.PHONY: build
build: ## make bin/cpb
	$(GO) build -trimpath -tags $(TAGS) -ldflags '$(LDFLAGS)' -o bin/cpb .

.PHONY: demo
demo: ## install what a first look measures, where that is allowed; build; measure
	contrib/demo-packages || true
	$(MAKE) --no-print-directory build
	bin/cpb run

.PHONY: versions
versions: ## measure other Debian suites' libraries beside this machine's (downloads them into roots/)
	contrib/debian-libs roots >/dev/null || true
	$(MAKE) --no-print-directory build
	bin/cpb run sha256 --lib openssl --lib openssl=roots --size 16,16Ki

.PHONY: test
test: lint test-nocgo test-race ## all checks and all tests

.PHONY: lint
lint: ## gofmt, vet with and without cgo, C without warnings, staticcheck, shellcheck where it is
	@unformatted=$$(gofmt -l .); \
	  if [ -n "$$unformatted" ]; then echo "gofmt wants other spaces in:" $$unformatted >&2; exit 1; fi
	$(STRICT) $(GO) vet -tags $(TAGS) ./...
	$(STRICT) $(GO) build -tags $(TAGS) -o /dev/null ./...
	CGO_ENABLED=0 $(GO) vet ./...
	$(GO) run $(STATICCHECK) $(CHECKS) ./...
	@if command -v shellcheck >/dev/null; then shellcheck .ci/run contrib/debian-libs contrib/demo-packages contrib/gate-example/bisect contrib/gate-example/step; \
	  else echo "no shellcheck here: scripts not looked at"; fi

.PHONY: test-nocgo
test-nocgo: ## a build without C, and its tests
	CGO_ENABLED=0 $(GO) build -o /dev/null ./...
	CGO_ENABLED=0 $(GO) test ./...

.PHONY: test-race
test-race: ## all tests under the race detector
	$(GO) test -race ./...

.PHONY: test-asan
test-asan: ## the C side under the address sanitizer
	$(GO) test -asan ./library/openssl ./library/gcrypt ./library/tomcrypt ./library/lavu

.PHONY: bench
bench: ## the program's own benchmarks
	$(GO) test -run '^$$' -bench . ./...

.PHONY: clean
clean: ## remove bin/ (roots/ stays: it was downloaded)
	rm -rf bin

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14
