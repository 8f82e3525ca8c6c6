// SPDX-License-Identifier: BSD-2-Clause
// SPDX-FileCopyrightText: the liken authors

#include "alone.c"
