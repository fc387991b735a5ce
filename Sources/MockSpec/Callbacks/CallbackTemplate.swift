package import HTTPTypes

/// A call that a mock makes after an answer, before the templates are rendered.
package struct CallbackTemplate: Sendable, Equatable {
  enum Message: Sendable, Equatable {
    case fixed(Reply)
    case template(ReplyTemplate)
  }

  let delay: Delay?
  let method: String
  let url: String
  /// The template of the URL; `nil` if the URL has no tags.
  let urlTemplate: Template?
  /// The headers and the body.
  let message: Message
  let retry: CallbackRetry?

  /// The first parts of the names in the templates whose values are made of items.
  var itemRoots: [TemplateRoot] {
    let roots = urlTemplate.map { Array($0.itemRoots) } ?? []
    return if case .template(let template) = message { roots + template.itemRoots } else { roots }
  }

  /// Returns the call to make.
  func render(
    _ scope: TemplateScope, sample: (Delay) -> Duration
  ) throws(TemplateFailure) -> OutgoingCall {
    var url = url
    if let urlTemplate {
      var rendering = TemplateRendering(scope)
      url = String(decoding: try rendering.render(urlTemplate, .none), as: UTF8.self)
    }
    let reply: Reply =
      switch message {
      case .fixed(let reply): reply
      case .template(let template): try template.reply(scope)
      }
    return OutgoingCall(
      delay: delay.map(sample) ?? .zero, method: method, url: url, fields: reply.fields, body: reply.body, retry: retry)
  }
}

/// A call that a mock makes.
package struct OutgoingCall: Sendable {
  package let delay: Duration
  package let method: String
  /// The URL as it was written or rendered.
  package let url: String
  package var fields: HTTPFields
  package let body: [UInt8]
  let retry: CallbackRetry?
}
