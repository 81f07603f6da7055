/* SPDX-License-Identifier: MIT */
/* windows/dlfcn.h: see posix.h in this folder. tests/unload includes it under this name when it is
 * built for Windows; inline, because that test does not link tests/support. */
#pragma once

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#define RTLD_NOW    0
#define RTLD_GLOBAL 0
#define RTLD_NOLOAD 1

static inline void *dlopen(const char *path, int flags)
{
    return (void *)(flags & RTLD_NOLOAD ? GetModuleHandleA(path) : LoadLibraryA(path));
}

static inline void *dlsym(void *library, const char *name)
{
    return (void *)(ULONG_PTR)GetProcAddress(library, name);
}

static inline int dlclose(void *library)
{
    return FreeLibrary(library) ? 0 : -1;
}

static inline char *dlerror(void)
{
    static char words[] = "the library cannot be opened, searched or closed";
    return words;
}
