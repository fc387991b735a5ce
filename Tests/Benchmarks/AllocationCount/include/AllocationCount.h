#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

/// The number of allocations by all threads since the start of the program, or -1 if they can't be counted.
int64_t allocation_count(void);

/// The number of allocated bytes, or -1 if it is unknown.
int64_t allocated_bytes(void);

#endif
