import HTTPTypes
import MockSpec
import MockSpecDiagnostics

extension MockCall {
  /// The maximum size of a body that is sent to a server, in bytes. The server accepts 64 MiB of JSON, and Base64 adds
  /// a third.
  static let sentBodyLimit = 32 << 20
  /// The maximum size of a body that is sent as text, in bytes. Escapes can multiply it by six.
  private static let textLimit = 1 << 20

  /// The body of `POST decisions`.
  ///
  /// If the body is larger than ``sentBodyLimit``, only its size is sent, so that no condition on the body matches.
  var decisionMessage: [UInt8] {
    var json = JSONText()
    json.object { json in
      json.member("method", method)
      json.member("url", url)
      json.key("fields")
      json.raw("[")
      for field in fields {
        json.separate()
        json.object { json in
          json.member("name", field.name.rawName)
          json.member("value", field.value)
        }
      }
      json.raw("]")
      if let size = unkeptBodySize ?? (body.count > Self.sentBodyLimit ? body.count : nil) {
        json.member("bodySize", size)
      } else if body.count <= Self.textLimit, let text = String(validating: body, as: UTF8.self) {
        if !body.isEmpty { json.member("body", text) }
      } else {
        json.member("body", Base64.encode(body))
        json.member("bodyIsBase64", true)
      }
    }
    return json.bytes
  }

  /// Returns the call without the choices of its `Mockspec-Response` and `Mockspec-Scene` fields for which the closure
  /// returns `true`. A malformed field is kept as it is.
  func withoutChoices(where isForOthers: (CallChoice) -> Bool) -> MockCall {
    var call = self
    if let scene = ownFields[.mockspecScene], isForOthers(.scene(PercentText.decode(scene))) {
      call.ownFields[.mockspecScene] = nil
    }
    guard ownFields.contains(.mockspecResponse),
      let selections = try? ResponseSelection.list(ownFields[values: .mockspecResponse].joined(separator: ","))
    else { return call }
    let kept = selections.filter { !isForOthers(.response($0)) }
    if kept.count == selections.count { return call }
    call.ownFields[values: .mockspecResponse] = kept.isEmpty ? [] : [kept.map(\.text).joined(separator: ",")]
    return call
  }
}
