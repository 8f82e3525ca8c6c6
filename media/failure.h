/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Why something went wrong, for the person who gave the file: one sentence. */

#ifndef LIKEN_MEDIA_FAILURE_H
#define LIKEN_MEDIA_FAILURE_H

typedef struct media_failure {
    char text[1024]; /* "" while all is well; what does not fit is cut */
} media_failure;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void failure_set(media_failure *failure, const char *format, ...);

/* Memory ran out while working on the file of this name. */
void failure_set_memory(media_failure *failure, const char *name);

#endif
