#ifndef CRASH_REPORT_H
#define CRASH_REPORT_H

#include <stdbool.h>

/// Whether only a defect of the program causes this signal. Async-signal-safe.
bool is_crash(int signal);

/// Writes the report of a crash by this signal, and prints its path on the terminal. Does nothing if
/// the signal is not a crash, or if no report file is set. Async-signal-safe.
void write_crash_report(int signal);

#endif
