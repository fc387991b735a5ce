/// How the reply to one call is sent: whole, in pieces, or only a part of it. All adapters perform it.
package enum Delivery {
  /// The reply at once, in the form that all calls share.
  ///
  /// - Parameter sendsBody: Whether its body is sent.
  case whole(sendsBody: Bool)
  /// The head of the reply, then its body in pieces, which can be events.
  case pieces(BodyPieces)
  /// The head of the reply, then its body in the pieces that code makes meanwhile.
  case stream(PieceStream)
  /// A part of the reply. Then the connection breaks.
  case part(Reply.Part)
  /// The connection breaks before anything is sent.
  case nothing(Fault)
}

extension Decision {
  /// Returns how a reply of this decision is sent.
  ///
  /// - Parameters:
  ///   - fault: The way in which the connection breaks; `nil` if it doesn't.
  ///   - sizes: How the adapter sends a body that isn't throttled.
  package func delivery(of reply: Reply, brokenBy fault: Fault? = nil, _ sizes: BodyPieces.Sizes) -> Delivery {
    if let fault {
      return reply.part(before: fault, sendsBody: sendsBody, sizes).map { .part($0) } ?? .nothing(fault)
    }
    let sendsBody = sendsBody
    switch reply.source {
    case .stream(let stream) where sendsBody: return .stream(stream)
    case .events where sendsBody: if let events { return .pieces(BodyPieces(events)) }
    case .bytes, .stream, .events: break
    }
    guard sendsBody, reply.content.count > min(throttle?.piece ?? .max, sizes.whole) else {
      return .whole(sendsBody: sendsBody)
    }
    return .pieces(throttle.map { BodyPieces(reply.content, $0) } ?? BodyPieces(reply.content, sizes))
  }
}
