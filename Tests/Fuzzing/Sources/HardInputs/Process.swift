#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Darwin
#endif

func flush() { fflush(stdout) }

func fail() -> Never { exit(1) }

/// The processor time of all threads in milliseconds, which other work on the machine affects less than elapsed time.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}
