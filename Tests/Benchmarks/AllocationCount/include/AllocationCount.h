#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

/// How often memory was asked for since the program began, by all threads; -1 where that isn't counted.
int64_t allocation_count(void);

/// Has all threads allocate in one place, so that `allocated_bytes` sees it all. To be called before there are others.
void use_one_arena(void);

/// The bytes that are allocated; -1 where that isn't known.
int64_t allocated_bytes(void);

#endif
