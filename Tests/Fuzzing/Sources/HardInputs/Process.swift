#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Darwin
#endif

func flush() { fflush(stdout) }

func leave() -> Never { exit(1) }
