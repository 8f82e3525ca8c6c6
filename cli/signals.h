/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* SIGINT and SIGTERM, taken by a thread of their own. Until a run has something to show they end the program at once;
 * then the first one asks the run to stop, and another one, a second later or more, ends the program. */

#ifndef LIKEN_CLI_SIGNALS_H
#define LIKEN_CLI_SIGNALS_H

/* Call it before any other thread is made. Also ignores SIGPIPE and SIGXFSZ, so that a closed pipe or a size limit is a
 * failed write, with a message. Returns 0, or -1 when the system refuses. */
int signals_start(void);

/* From now on the run watches signals_caught(). The first signal also calls wake(opaque), once, in the thread of the
 * signals: it may wake what the run waits for. */
void signals_watched(void (*wake)(void *opaque), void *opaque);

/* Call wake no more; it has returned when this returns. */
void signals_forget_wake(void);

/* The signal that came, or 0. */
int signals_caught(void);

/* The same, but wait a moment for it: Ctrl-C also ends the program that writes into our pipe, and the end of its output
 * may get here before the signal does. */
int signals_caught_soon(void);

/* End the program by the signal that came: its parent sees that it was interrupted (128 + signal in a shell). */
void signals_raise(void);

/* Files to remove if a signal ends the program. path must stay valid until it is kept or removed; at most
 * SIGNALS_FILES. Threads: safe. */
enum { SIGNALS_FILES = 64 };
void signals_remove_file(const char *path);
void signals_keep_file(const char *path);

#endif
