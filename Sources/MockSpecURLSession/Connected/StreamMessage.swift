import Foundation
import MockSpec

/// The stream of events in the reply to `POST decisions`.
struct StreamMessage: Decodable {
  let stream: EventStream
  /// The number of events that the client already has.
  let start: Int

  private enum Key: String, CodingKey {
    case events, start, every, times, end, fault, faultDelay
  }

  private struct Event: Decodable {
    let body: String
    let bodyIsBase64: Bool
    let delay: Pause?
  }

  private struct Pause: Decodable {
    let delay: Delay

    private enum Key: String, CodingKey {
      case min, max, median, sigma
    }

    init(from decoder: any Decoder) throws {
      if let nanoseconds = try? decoder.singleValueContainer().decode(Int64.self) {
        delay = .fixed(.nanoseconds(nanoseconds))
      } else {
        let members = try decoder.container(keyedBy: Key.self)
        func duration(_ key: Key) throws -> Duration { .nanoseconds(try members.decode(Int64.self, forKey: key)) }
        delay =
          members.contains(.median)
          ? .logNormal(median: try duration(.median), sigma: try members.decode(Double.self, forKey: .sigma))
          : .uniform(try duration(.min), try duration(.max))
      }
      guard delay.isValid else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "a pause of a stream has an invalid value"))
      }
    }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    func pause(_ key: Key) throws -> Delay? { try members.decodeIfPresent(Pause.self, forKey: key)?.delay }
    func invalid(_ key: Key) -> DecodingError {
      .dataCorruptedError(
        forKey: key, in: members, debugDescription: "'\(key.stringValue)' of a stream has an invalid value")
    }
    let events = try members.decode([Event].self, forKey: .events).map { event in
      let bytes = event.bodyIsBase64 ? Data(base64Encoded: event.body).map { [UInt8]($0) } : Array(event.body.utf8)
      guard let bytes, !bytes.isEmpty else { throw invalid(.events) }
      return EventStream.Event(bytes: bytes, delay: event.delay?.delay)
    }
    let times = try members.decodeIfPresent(Int.self, forKey: .times)
    guard times.map({ $0 > 0 }) ?? true else { throw invalid(.times) }
    start = try members.decode(Int.self, forKey: .start)
    guard 0...events.count ~= start else { throw invalid(.start) }
    let end: EventStream.End
    switch try members.decode(String.self, forKey: .end) {
    case "close": end = .close
    case "open": end = .open
    case "fault":
      guard let fault = Fault(rawValue: try members.decode(String.self, forKey: .fault)) else { throw invalid(.fault) }
      end = .fault(fault, delay: try pause(.faultDelay))
    default: throw invalid(.end)
    }
    stream = EventStream(events: events, every: try pause(.every), times: times, end: end)
  }
}
