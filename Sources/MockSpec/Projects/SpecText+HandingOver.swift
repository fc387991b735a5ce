import HTTPTypes
import MockSpecDiagnostics

// The text of a request for another process.
extension MockedRequest {
  /// Returns the request as a spec in JSON that names no files, for another process, which reads it with
  /// `HandedOverRequests`. The process that reads it needs none of this one's files.
  ///
  /// - Throws: `MockedRequestError` if the request isn't valid, or can't be written, such as a closure.
  package func handedOver() throws(MockedRequestError) -> [UInt8] {
    let text = SpecText(self, handingOver: try checked().sets[0].responses)
    guard text.problems.isEmpty else { throw MockedRequestError(self, text.problems) }
    return text.bytes
  }

  /// A text of all but the location, which is equal for equal requests without responses.
  package var text: [UInt8] { SpecText(self).bytes }
}

extension DraftingInCode {
  /// Returns a response with its body.
  mutating func response(_ name: String, handedOver response: Response) -> SpecDraft.Response {
    var draft = SpecDraft.Response(name: name)
    switch response.outcome {
    case .fixed(.reply(let reply)):
      draft.outcome = .reply(self.reply(MockReply(reply).asText ?? MockReply(reply), withBody: true))
    case .fixed(.failure(let failure)): draft.outcome = .failure(failure)
    case .fixed, .template, .closure: report("only replies and errors can be handed over to another process")
    }
    switch response.delay {
    case nil: break
    case .fixed(let delay): draft.delay = .set(.fixed(delay))
    case .uniform, .logNormal: report("a random delay can't be handed over to another process")
    }
    return draft
  }
}

extension MockReply {
  /// The reply with its body as text, which is shorter than Base64; `nil` if it isn't UTF-8, or has no `Content-Type`, since
  /// one would be inferred for text.
  fileprivate var asText: MockReply? {
    guard headers.contains(where: { HTTPField.Name($0.name) == .contentType }),
      let text = String(validating: body, as: UTF8.self)
    else { return nil }
    var reply = MockReply(status: status, text: text)
    reply.headers = headers
    return reply
  }
}
