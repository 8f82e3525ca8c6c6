/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include <liken/liken.h>

const char *lk_version_string(void) {
#define LK_STRING_OF(x) #x
#define LK_STRING(x)    LK_STRING_OF(x)
    return LK_STRING(LK_VERSION_MAJOR) "." LK_STRING(LK_VERSION_MINOR) "." LK_STRING(LK_VERSION_PATCH);
}

lk_fault lk_status_fault(lk_status status) {
    return (lk_fault)((int)status >> 8);
}

const char *lk_status_string(lk_status status) {
    switch (status) {
    case LK_OK: return "success";
    case LK_FULL: return "as many pairs are in flight as the scorer takes";
    case LK_PENDING: return "not finished";
    case LK_EMPTY: return "nothing in flight";
    case LK_CANCELLED: return "cancelled";
    case LK_ERROR_ARGUMENT: return "invalid argument";
    case LK_ERROR_VERSION: return "structure from a newer version of liken";
    case LK_ERROR_SIZE: return "unsuitable picture size";
    case LK_ERROR_FORMAT: return "unsupported pixel format or colour description";
    case LK_ERROR_MEMORY: return "out of memory";
    case LK_ERROR_SYSTEM: return "refused by the system";
    case LK_ERROR_UNAVAILABLE: return "backend or device unavailable";
    case LK_ERROR_DEVICE_MEMORY: return "out of device memory";
    case LK_ERROR_DEVICE: return "device failure";
    case LK_ERROR_INTERNAL: return "internal error";
    }
    return "unknown status";
}
