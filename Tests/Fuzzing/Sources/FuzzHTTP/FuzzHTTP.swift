import Fuzzing
import HTTPTypes
import MockSpec
import NIOCore

@testable import MockSpecServer

/// Checks any bytes as the requests of a connection.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkRequests(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

#if !FUZZER
  @main
  struct FuzzHTTP {
    static func main() { checkFiles { checkRequests($0) } }
  }
#endif

/// The first byte says where the others are split. Wherever it is, the same requests are found; and what is found is the
/// same when it is written as a request and scanned again.
private func checkRequests(_ input: [UInt8]) {
  guard let seed = input.first else { return }
  let bytes = input.dropFirst()
  let whole = Found([bytes])
  precondition(Found(bytes.map { [$0] }) == whole, "other requests are found byte by byte")
  let split = bytes.startIndex + bytes.count * Int(seed) / 256
  precondition(Found([bytes[..<split], bytes[split...]]) == whole, "other requests are found if bytes are split")
  for request in whole.requests {
    let again = Found([request.bytes[...]])
    precondition(!again.isRefused && again.requests == [request], "the request is another one when it is sent again")
  }
}

/// What a scanner finds in the bytes of a connection.
private struct Found: Equatable {
  struct Call: Equatable {
    let method: String
    let target: String
    let version: String
    let fields: HTTPFields
    var body: [UInt8] = []

    /// The request with its chunked body in one chunk, if it has any.
    var bytes: [UInt8] {
      var bytes = Array("\(method) \(target) \(version)\r\n".utf8)
      for field in fields {
        bytes += "\(field.name.rawName):".utf8
        field.withUnsafeBytesOfValue { bytes += $0 }
        bytes += "\r\n".utf8
      }
      bytes += "\r\n".utf8
      guard fields.contains(.transferEncoding) else { return bytes + body }
      if !body.isEmpty { bytes += Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8) }
      return bytes + Array("0\r\n\r\n".utf8)
    }
  }

  private(set) var requests: [Call] = []
  /// Which reason is found first can depend on the pieces.
  private(set) var isRefused = false

  init(_ pieces: some Sequence<ArraySlice<UInt8>>) {
    var scanner = CallScanner(limits: ServerLimits())
    var current: Call?
    do throws(Refusal) {
      for piece in pieces {
        if !piece.isEmpty { scanner.append(ByteBuffer(bytes: piece)) }
        while let part = try scanner.next() {
          switch part {
          case .head(let head):
            current = Call(
              method: head.method, target: head.target, version: head.version.rawValue,
              fields: head.fields.fields { _ in true })
          case .body(let bytes): current?.body += bytes.readableBytesView
          case .end: if let ended = current.take() { requests.append(ended) }
          }
        }
      }
    } catch {
      isRefused = true
    }
  }
}
