# One way to run each chore; CI calls these too.

CARGO      ?= cargo
TARGET_DIR := $(abspath $(or $(CARGO_TARGET_DIR),target))
RACEPROOF  := $(TARGET_DIR)/release/raceproof
VERSION    := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
PREFIX     ?= /usr/local
PACKAGES   := $(TARGET_DIR)/packages
FUZZ_SECONDS ?= 300
MUTANTS    ?= 20000

.PHONY: help demo screenshots test built tests-built bench-vm bench-check bench-everyday bench-buggy bench-h bench-read bench-predict bench-scan bench-directed fuzz mutate-classes mutants thorough every library paper-jrf paper-pdp paper-ipa paper-chord trace-lengths build install uninstall deb dist agent-test bench-agent tools fmt fmt-check lint doc deny unit suites clean

help:
	@echo "make demo      build, and show the tool at work on a sample program"
	@echo "make test      everything CI runs: formatting, lints, documentation, all tests"
	@echo "make screenshots  the pictures of the documentation, docs/pictures, by the browser of the tests; look at each"
	@echo "make bench-check  the speed of exploring schedules against the figures of Java PathFinder"
	@echo "make bench-everyday  which everyday programs are explored to the end"
	@echo "make bench-buggy  how soon everyday mistakes are found, in rounds and at random"
	@echo "make bench-h   the speed of the happens-before summary h by itself"
	@echo "make bench-read  the speed of reading traces, with happens-before"
	@echo "make bench-predict  the speed and memory of predict on whole traces, against its bars"
	@echo "make bench-scan  the time and memory of scan on small programs and installed libraries, against its bars"
	@echo "make bench-directed  directed search for a pair against plain heuristic search, in transitions"
	@echo "make thorough  the suites, with all that make test has no time for: some 45 minutes"
	@echo "make every     programs that were judged wrongly once, by all searches and detectors"
	@echo "make library   operations of the class library as steps, against all schedules of thousands of small clients"
	@echo "make mutants   changes of the code that no test notices; SHARD=0/20 tries every twentieth"
	@echo "make agent-test   the recording agent under java: output unchanged, traces well-formed"
	@echo "make bench-agent  what recording costs a program"
	@echo "make paper-jrf  the experiments of the paper on JRF, written to tests/papers/jrf.md"
	@echo "make paper-chord  the examples and stages of the paper on static detection, written to tests/papers/chord.md"
	@echo "make paper-pdp  Table 1 of the paper on property-driven pruning, written to tests/papers/pdp.md"
	@echo "make paper-ipa  Fig. 1 and the shape of Tables V and VI of the paper on iPA, written to tests/papers/ipa.md"
	@echo "make trace-lengths  how much simpler counterexamples are made, each replayed"
	@echo "make bench-vm  the speed of the virtual machine against java -Xint"
	@echo "make fuzz      each fuzzing target for $(FUZZ_SECONDS) seconds (FUZZ_SECONDS=n changes it)"
	@echo "make mutate-classes  $(MUTANTS) changed class files under run, check and java (MUTANTS=n changes it; about 0.3 s each)"
	@echo "make build     the release binary, $(RACEPROOF): one file with everything inside"
	@echo "make install   the binary, manual pages and completions, below $(PREFIX) (PREFIX=folder, DESTDIR=root change it)"
	@echo "make uninstall  takes away again what make install has put there"
	@echo "make deb       a package for Debian and Ubuntu, in $(PACKAGES)"
	@echo "make dist      an archive for other systems, in $(PACKAGES)"
	@echo "make fmt       format the sources"
	@echo "make clean     remove what was built"

demo: build
	@echo
	@echo "A bank whose count of transfers is not guarded: under java the result differs from run to run."
	@echo "Under raceproof it is the same, to the instruction:"
	@for round in 1 2; do \
	    echo; echo "\$$ raceproof run --statistics examples/Transfers.java"; \
	    $(RACEPROOF) run --statistics examples/Transfers.java || exit $$?; \
	done
	@echo
	@echo "Checking says what is wrong with it, and why:"
	@echo; echo "\$$ raceproof check examples/Transfers.java | sed '/^trace/,\$$d'"
	@$(RACEPROOF) check examples/Transfers.java | sed '/^trace/,$$d'
	@echo
	@echo "Philosophers who wait for each other in one schedule of many: under java they nearly always eat."
	@echo "Checking finds that schedule, and replaying shows it again:"
	@echo; echo "\$$ raceproof check --search bfs --save-trace dinner.trace examples/Dinner.java"
	@$(RACEPROOF) check --search bfs --save-trace $(TARGET_DIR)/dinner.trace examples/Dinner.java; test $$? -eq 1
	@echo; echo "\$$ raceproof replay --format json dinner.trace"
	@$(RACEPROOF) replay --format json $(TARGET_DIR)/dinner.trace | grep '"verdict"'
	@echo; echo "\$$ raceproof check examples/OrderlyDinner.java   # the same table, the forks taken in one order"
	@$(RACEPROOF) check examples/OrderlyDinner.java

# In the order in which a mistake is found soonest.
test: tools fmt-check built lint doc deny suites

# The release binary beside what the tests are made of: its linker uses one core alone.
built: tools
	$(MAKE) --jobs=2 --output-sync=target build tests-built

tests-built:
	$(CARGO) test --workspace --exclude raceproof-tests --no-run
	$(CARGO) test -p raceproof-tests --no-run

fmt-check:
	$(CARGO) fmt --all --check

fmt:
	$(CARGO) fmt --all

lint:
	$(CARGO) clippy --workspace --all-targets -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items

# Advisories are a database elsewhere; licences, bans and sources are checked here.
deny:
	@if $(CARGO) deny --version >/dev/null 2>&1; then \
	    $(CARGO) deny check licenses bans sources; \
	else \
	    echo "*** SKIPPED: licences, bans and sources of dependencies: cargo-deny is not installed ***" >&2; \
	fi

# Beside the binary lies what programs that make choices are compiled against, a copy of what it has inside.
build: tools
	$(CARGO) build --release -p raceproof-cli
	@cp "$$(RACEPROOF_CACHE="$(TARGET_DIR)/unpacked" "$(RACEPROOF)" jar choose)" "$(TARGET_DIR)/release/"

# What is built already is not built again: `sudo make install` needs no cargo then.
$(RACEPROOF):
	$(MAKE) build

install: | $(RACEPROOF)
	sh packaging/install.sh "$(RACEPROOF)" "$(DESTDIR)" "$(PREFIX)"

uninstall:
	sh packaging/uninstall.sh "$(DESTDIR)" "$(PREFIX)"

deb: build
	sh packaging/deb.sh "$(RACEPROOF)" "$(VERSION)" "$(PACKAGES)"

dist: build
	sh packaging/dist.sh "$(RACEPROOF)" "$(VERSION)" "$(PACKAGES)"

# Suites of Java programs and of the command line: a file or folder of `tests/` each, those that take longest first.
SUITES := projects run check every races predict generated generated_races reductions generated_predict verifier scan race_cli \
    predict_cli check_cli traces html unit_tests library bad_input scan_bad_input scan_baseline scan_clients scan_explain scan_reflection scan_specified audit \
    torture determinism as_java images state recipes packaging reports limits booted files cli config mapped generated_scan registry rooms

# As many suites at once as there are processors, with one test of each at a time: none waits for the last test of another.
LANES ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

suites: built
	$(MAKE) --jobs=$(LANES) --keep-going --output-sync=target unit $(addprefix suite-,$(SUITES))

unit: tools
	$(CARGO) test --workspace --exclude raceproof-tests --no-fail-fast
	$(CARGO) test -p raceproof-tests --lib

suite-%:
	RACEPROOF_BIN=$(RACEPROOF) $(CARGO) test -p raceproof-tests --test $* -- --test-threads 1

# What the suites only sample, in full: more programs by more searches and detectors, more generated programs.
thorough: export RACEPROOF_TESTS = all
thorough: suites

# Programs that were judged wrongly once, by all searches and detectors.
every: built
	RACEPROOF_TESTS=all RACEPROOF_BIN=$(RACEPROOF) $(CARGO) test -p raceproof-tests --test every -- --test-threads $(LANES)

# Operations of the class library as steps, against all schedules: each third client, up to 100,000 states.
library: built
	LIBRARY_EVERY=3 LIBRARY_STATES=100000 $(CARGO) test -p raceproof-tests --test library -- --nocapture --test-threads $(LANES)

# Single changes of the code that the tests of its own crate must notice. SHARD=0/20 tries every twentieth. What survives, and why: tests/mutants.md.
mutants: tools
	@$(CARGO) mutants --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-mutants
	$(CARGO) mutants -p raceproof-search -p raceproof-listeners --output $(TARGET_DIR) $(if $(SHARD),--shard $(SHARD) --sharding round-robin)

# The experiments of the paper on JRF, written to tests/papers/jrf.md.
paper-jrf: build
	RACEPROOF_BIN=$(RACEPROOF) python3 tests/paper-jrf.py

paper-pdp: build
	RACEPROOF_BIN=$(RACEPROOF) python3 tests/paper-pdp.py

# The examples and the table of stages of the paper on conditional must-not aliasing, written to tests/papers/chord.md.
paper-chord: build
	RACEPROOF_BIN=$(RACEPROOF) python3 tests/paper-chord.py

paper-ipa:
	$(CARGO) run --quiet --locked -p raceproof-predict --example paper_ipa > tests/papers/ipa.md

# The detector of data races by itself.
bench-h:
	$(CARGO) bench -p raceproof-listeners --bench h

# Readers of traces, and happens-before on what they read.
bench-read:
	$(CARGO) bench -p raceproof-predict --bench read

# Of predict as a whole process; the traces are generated, up to 100 million events.
bench-predict: build
	$(CARGO) build --release -p raceproof-predict --example generate
	RACEPROOF_BIN=$(RACEPROOF) python3 tests/bench-predict.py

# Libraries are those of Debian's packages that are installed.
bench-scan: build
	RACEPROOF_BIN=$(RACEPROOF) python3 tests/bench-scan.py

# Transitions to the first race of a given pair, over the racy programs.
bench-directed: build
	RACEPROOF_BIN=$(RACEPROOF) python3 tests/bench-directed.py

bench-check: build
	RACEPROOF_BIN=$(RACEPROOF) python3 tests/bench-check.py

# Which everyday programs are explored to the end.
bench-everyday: build
	RACEPROOF_BIN=$(RACEPROOF) python3 tests/bench-everyday.py

# How soon everyday mistakes are found.
bench-buggy: build
	RACEPROOF_BIN=$(RACEPROOF) python3 tests/bench-buggy.py

# Switches and steps of counterexamples, before and after they are made simpler.
trace-lengths: build
	RACEPROOF_BIN=$(RACEPROOF) python3 tests/trace-lengths.py

bench-vm: build
	RACEPROOF_BIN=$(RACEPROOF) python3 tests/bench-vm.py

fuzz:
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz
	set -e; for target in $$(RUSTC_BOOTSTRAP=1 $(CARGO) fuzz list); do \
	    RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run "$$target" -- -max_total_time=$(FUZZ_SECONDS); \
	done

mutate-classes: build
	rm -rf $(TARGET_DIR)/handmade && mkdir -p $(TARGET_DIR)/handmade
	$(CARGO) run --release -p raceproof-tests --example assemble -- tests/verifier/subroutines.jasm $(TARGET_DIR)/handmade
	RACEPROOF_BIN=$(RACEPROOF) python3 tests/mutate-classes.py --mutants $(MUTANTS) --handmade $(TARGET_DIR)/handmade

# The agent that records programs in a Java machine of the host's, as the binary carries it.
agent-test: build
	RACEPROOF=$(RACEPROOF) sh agent/test.sh "$$($(RACEPROOF) jar agent)"

bench-agent: build
	sh agent/bench.sh "$$($(RACEPROOF) jar agent)"

# Each is what a test of the page sees at its end.
screenshots: build
	@bash .ci/ensure-browser
	UPDATE_PICTURES=1 RACEPROOF_BIN=$(RACEPROOF) $(CARGO) test -p raceproof-tests --test html
	python3 tests/shrink-pictures.py docs/pictures/*.png

tools:
	@bash .ci/ensure-tools

clean:
	$(CARGO) clean
