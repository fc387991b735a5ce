/// A server-sent event (HTML Living Standard §9.2).
struct ServerEvent: Equatable {
  var name = ""
  var id = ""
  var data: [UInt8] = []

  /// Splits a stream into events. Lines end with LF or CRLF.
  struct Parser {
    private var line: [UInt8] = []
    private var event = ServerEvent()
    private var hasData = false

    mutating func events(in bytes: some Sequence<UInt8>) -> [ServerEvent] {
      var events: [ServerEvent] = []
      for byte in bytes {
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          continue
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if line.isEmpty {
          if hasData { events.append(event) }
          (event, hasData) = (ServerEvent(id: event.id), false)
        } else {
          readLine()
        }
        line.removeAll(keepingCapacity: true)
      }
      return events
    }

    private mutating func readLine() {
      let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
      var value = line[colon...].dropFirst()
      if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
      switch String(decoding: line[..<colon], as: UTF8.self) {
      case "event": event.name = String(decoding: value, as: UTF8.self)
      case "id": event.id = String(decoding: value, as: UTF8.self)
      case "data":
        if hasData { event.data.append(UInt8(ascii: "\n")) }
        event.data += value
        hasData = true
      default: break
      }
    }
  }
}
