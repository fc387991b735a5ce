#include <stdlib.h>

// Swift Testing starts all test cases at once by default. With more than a thousand of them, calls time out on a machine that
// is busy, and everything takes longer. It reads this variable before it runs the first one.
__attribute__((constructor)) static void limitParallelTests(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0);
}
