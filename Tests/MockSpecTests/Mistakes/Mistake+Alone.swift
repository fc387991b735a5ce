/// Mistakes with several consequences, of which one is reported.
extension Mistake {
  static let alone: [Mistake] = [
    .response("braces-for-error", "an error without a name", kind: .values, help: ["timedOut"], "1️⃣error1️⃣: {}"),
    .response("braces-for-delay", "a delay without a time", kind: .values, help: ["500ms"], "1️⃣delay1️⃣: {}"),
    .response(
      "empty-throttle", "a throttle without a rate", kind: .values, help: ["bytesPerSecond"], "1️⃣throttle1️⃣: {}"),
    Mistake(
      "braces-for-request", .values, "a request without content", help: ["'match' and 'responses'"],
      """
      mockspec: 1
      requests:
        1️⃣Login1️⃣: {}
      """),
    Mistake(
      "commas-in-address", .values, "commas in an address", in: .project, help: ["127.0.0.1"], isFixable: true,
      """
      mockspec: 1
      server: {host: 1️⃣127,0,0,11️⃣, port: 8080}
      """),
    Mistake(
      "scenes-in-circle", .values, "two scenes that extend each other", in: .project,
      help: ["'B'", "remove 'extends'"],
      """
      mockspec: 1
      scenes:
        A: {extends: 1️⃣B1️⃣, select: {Login: Offline}}
        B: {extends: A, select: {Login: Success}}
      """),
    Mistake(
      "scenes-in-large-circle", .values, "three scenes that extend each other", in: .project, help: ["'B' and 'C'"],
      """
      mockspec: 1
      scenes:
        Other: {extends: A, select: {Login: Success}}
        A: {extends: 1️⃣B1️⃣, select: {Login: Offline}}
        B: {extends: C, select: {Login: Success}}
        C: {extends: A, select: {Login: Success}}
      """),
    .match(
      "two-lower-case-methods", "a list of methods in lower case", help: ["[GET, POST]"], isFixable: true,
      "path: /a\nmethod: [1️⃣get1️⃣, post]"),
    .match(
      "methods-in-block", "methods in lower case, one on each line", help: ["[GET, PUT, POST]"], isFixable: true,
      "path: /a\nmethod:\n  - 1️⃣Get1️⃣\n  - PUT\n  - post"),
    .short("star-as-path", "a star for any path", kind: .values, help: ["GET /**"], "1️⃣GET *1️⃣"),
    .short("only-star", "a star for any call", kind: .values, help: ["/**"], "1️⃣'*'1️⃣"),
    Mistake(
      "only-server", .levels, "a project file with the name of a spec", help: ["rename", "mockspec.yaml"],
      """
      mockspec: 1
      1️⃣server1️⃣: {port: 8080}
      """),
    Mistake(
      "only-project-keys", .levels, "a project file with the name of a spec", help: ["'scenes'", "rename"],
      """
      mockspec: 1
      1️⃣server1️⃣: {port: 8080}
      scenes: {Off: {Login: Offline}}
      """),
    Mistake(
      "uneven-list-of-responses", .values, "a list of responses with uneven dashes", help: ["each response has a name"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          responses:
            1️⃣- Found
             - Busy1️⃣
      """),
    .response(
      "fault-as-error", "a fault as an error", kind: .values, help: ["fault: connectionReset"],
      "error: 1️⃣connectionReset1️⃣"),
    .response("error-as-fault", "an error as a fault", kind: .values, help: ["error: timedOut"], "fault: 1️⃣timedOut1️⃣"),
  ]
}
