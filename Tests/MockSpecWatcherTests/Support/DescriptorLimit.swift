import Foundation
import Testing

enum DescriptorLimit {
  /// Sets the limit on descriptor numbers (`RLIMIT_NOFILE`), and returns the previous limit.
  @discardableResult
  static func set(_ value: rlim_t) -> rlim_t {
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    #expect(getrlimit(resource, &limit) == 0)
    let old = limit.rlim_cur
    limit.rlim_cur = value
    #expect(setrlimit(resource, &limit) == 0)
    return old
  }
}
