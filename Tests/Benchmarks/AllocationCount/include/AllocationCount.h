#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

/// How often memory was asked for since the program began, by all threads; -1 where that isn't counted.
int64_t allocation_count(void);

#endif
