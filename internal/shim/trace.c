#define _GNU_SOURCE
#include "trace.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#ifdef __x86_64__

/* Intel SDM volume 1, 3.4.3.3: while TF is set, the processor raises a debug exception after each instruction. */
#define TRAP_FLAG 0x100

/* A signal frame holds all registers: 11 KiB with AMX tiles. */
#define STACK_BYTES (64u << 10)

static struct cpb_trace *current;
static struct cpb_segment *latest; /* where the last instruction was: most often that of the next */
static pthread_t traced;
static uint64_t most;

static struct cpb_segment *segment_of(uintptr_t at)
{
	if (latest != NULL && latest->begin <= at && at < latest->end)
		return latest;
	for (size_t i = 0; i < current->n; i++)
		if (current->segments[i].begin <= at && at < current->segments[i].end)
			return latest = &current->segments[i];
	return NULL;
}

/*
 * What the library or another process does, and not the flag: the breakpoint instructions INT3 and INT 3, which Linux reports as
 * SI_KERNEL (TRAP_BRKPT before 4.x and on other systems), and a signal that was sent. The code alone does not tell: where a hypervisor or
 * an emulator loses the bit BS of DR6, a single step has another one than TRAP_TRACE.
 */
static int is_breakpoint(const siginfo_t *info, uintptr_t at)
{
	if (info->si_code <= 0)
		return 1;
	if (info->si_code != SI_KERNEL && info->si_code != TRAP_BRKPT)
		return 0;
	return (segment_of(at - 1) != NULL && *(const unsigned char *)(at - 1) == 0xcc) ||
	       (segment_of(at - 2) != NULL && *(const unsigned char *)(at - 2) == 0xcd);
}

/* The kernel clears the flag while a handler runs, and sets it again when it returns. */
static void step(int signal_number, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	uintptr_t at = (uintptr_t)registers[REG_RIP]; /* of the instruction to come */
	struct cpb_segment *segment;

	if (info->si_code != TRAP_TRACE) {
		if (is_breakpoint(info, at)) { /* what it does without us */
			signal(signal_number, SIG_DFL);
			raise(signal_number);
			return;
		}
		current->untold = 1;
		registers[REG_EFL] &= ~TRAP_FLAG;
		return;
	}
	if (!pthread_equal(pthread_self(), traced)) { /* a thread that the call made has the flag too */
		registers[REG_EFL] &= ~TRAP_FLAG;
		return;
	}
	current->stepped = 1;
	segment = segment_of(at);
	if (segment != NULL && segment->own)
		return;
	if (current->steps == most) {
		current->cut = 1;
		registers[REG_EFL] &= ~TRAP_FLAG;
		return;
	}
	current->steps++;
	if (segment == NULL) {
		current->elsewhere++;
		return;
	}
	segment->steps++;
	segment->seen[(at - segment->begin) / 8] |= 1u << ((at - segment->begin) % 8);
}

/* Makes the call with the flag set. Below the stack pointer are 128 bytes that the compiler may use (the ABI's red zone). */
static int stepped(int (*run)(struct cpb_call *), struct cpb_call *call)
{
	int failed;

	__asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\torq %0, (%%rsp)\n\tpopfq\n\tlea 128(%%rsp), %%rsp"
			 : : "i"(TRAP_FLAG) : "memory", "cc");
	failed = run(call) != 0;
	__asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\tandq %0, (%%rsp)\n\tpopfq\n\tlea 128(%%rsp), %%rsp"
			 : : "i"(~TRAP_FLAG) : "memory", "cc");
	return failed;
}

static int add_segments(struct dl_phdr_info *info, size_t size, void *data)
{
	struct cpb_trace *trace = data;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		struct cpb_segment *s = &trace->segments[trace->n];

		if (header->p_type != PT_LOAD || !(header->p_flags & PF_X) || header->p_memsz == 0)
			continue;
		if (trace->n == CPB_SEGMENTS)
			return ENOBUFS;
		s->name = info->dlpi_name;
		s->base = info->dlpi_addr;
		s->begin = info->dlpi_addr + header->p_vaddr;
		s->end = s->begin + header->p_memsz;
		s->own = s->begin <= (uintptr_t)&cpb_trace && (uintptr_t)&cpb_trace < s->end;
		s->seen = calloc((s->end - s->begin) / 8 + 1, 1);
		if (s->seen == NULL)
			return ENOMEM;
		trace->n++;
	}
	return 0;
}

int cpb_trace(struct cpb_batch *batch, uint64_t limit, struct cpb_trace *trace)
{
	static unsigned char memory[STACK_BYTES] __attribute__((aligned(64)));
	static const int crashes[] = {SIGTRAP, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
	const stack_t stack = {.ss_sp = memory, .ss_size = sizeof(memory)};
	struct sigaction action, old_action;
	sigset_t block, old_mask;
	stack_t old_stack;
	int err;

	memset(trace, 0, sizeof(*trace));
	err = dl_iterate_phdr(add_segments, trace);
	if (err != 0)
		return err;
	memset(&action, 0, sizeof(action));
	action.sa_sigaction = step;
	action.sa_flags = SA_SIGINFO | SA_ONSTACK;
	sigfillset(&action.sa_mask);
	sigfillset(&block);
	for (size_t i = 0; i < sizeof(crashes) / sizeof(crashes[0]); i++)
		sigdelset(&block, crashes[i]);
	current = trace;
	latest = NULL;
	traced = pthread_self();
	most = limit;

	err = pthread_sigmask(SIG_SETMASK, &block, &old_mask);
	if (err != 0)
		return err;
	if (sigaltstack(&stack, &old_stack) != 0) {
		err = errno;
		pthread_sigmask(SIG_SETMASK, &old_mask, NULL);
		return err;
	}
	if (sigaction(SIGTRAP, &action, &old_action) != 0) {
		err = errno;
	} else {
		trace->failed = stepped(batch->op->run, &batch->calls[batch->next]);
		batch->next = (batch->next + 1) % batch->n;
		sigaction(SIGTRAP, &old_action, NULL);
	}
	sigaltstack(&old_stack, NULL);
	pthread_sigmask(SIG_SETMASK, &old_mask, NULL);
	return err == 0 && trace->untold ? ENOTSUP : err;
}

#else

int cpb_trace(struct cpb_batch *batch, uint64_t limit, struct cpb_trace *trace)
{
	(void)batch, (void)limit;
	memset(trace, 0, sizeof(*trace));
	return ENOSYS;
}

#endif

void cpb_trace_free(struct cpb_trace *trace)
{
	for (size_t i = 0; i < trace->n; i++)
		free(trace->segments[i].seen);
	trace->n = 0;
}
