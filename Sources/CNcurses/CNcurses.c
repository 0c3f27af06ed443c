#define _GNU_SOURCE
#define _XOPEN_SOURCE 700
#define _XOPEN_SOURCE_EXTENDED 1

#include "CNcurses.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <wchar.h>

// MARK: - Widths

static locale_t utf8_locale;
static pthread_once_t utf8_once = PTHREAD_ONCE_INIT;

static void make_utf8_locale(void) { utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL); }

int cn_width(uint32_t scalar) {
  pthread_once(&utf8_once, make_utf8_locale);
  if (utf8_locale == NULL) return scalar < 0x20 || scalar == 0x7f ? -1 : 1;
  locale_t previous = uselocale(utf8_locale);
  int width = wcwidth((wchar_t)scalar);
  uselocale(previous);
  return width;
}

// MARK: - The thread of the screen

struct start {
  void (*body)(void *);
  void *context;
};

/// A stack overflow leaves no room for a handler, so the thread brings a stack for it.
static void use_alternate_stack(void) {
  size_t size = 64 * 1024;
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
  if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
}

static void *run_thread(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  use_alternate_stack();
  start.body(start.context);
  return NULL;
}

bool cn_thread_start(void (*body)(void *context), void *context) {
  struct start *start = malloc(sizeof *start);
  if (start == NULL) return false;
  *start = (struct start){body, context};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_thread, start) != 0) {
    free(start);
    return false;
  }
  pthread_detach(thread);
  return true;
}

uint64_t cn_thread_current(void) { return (uint64_t)pthread_self(); }

int cn_wake_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cn_wake(int descriptor) { eventfd_write(descriptor, 1); }

void cn_wake_clear(int descriptor) {
  eventfd_t count;
  eventfd_read(descriptor, &count);
}

void cn_wait(const int *descriptors, size_t count, bool *ready) {
  struct pollfd polled[count];
  for (size_t i = 0; i < count; i++) polled[i] = (struct pollfd){descriptors[i], POLLIN, 0};
  while (poll(polled, count, -1) < 0 && errno == EINTR) continue;
  for (size_t i = 0; i < count; i++) ready[i] = polled[i].revents != 0;
}
