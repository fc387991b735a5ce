import HTTPTypes
import Synchronization

extension MockSession {
  /// Returns the outcome of a call that is answered over a WebSocket, which its handshake opens; without a valid handshake, a
  /// reply that says so.
  ///
  /// - Parameter reply: The reply to the handshake, as far as the spec has it.
  func opened(
    _ script: SocketScript, with reply: Reply, on parsed: ParsedCall, _ match: Match, response: String,
    _ sets: ResponseSets
  ) -> (Decision.Outcome, RunningSocket?) {
    let handshake: SocketHandshake
    do throws(SocketHandshake.Refusal) {
      handshake = try SocketHandshake(parsed.call, sets.settings.server.cors)
    } catch {
      var fields = error.fields
      fields[.contentType] = ContentType.text
      let body = Array("\(error.reason)\n".utf8)
      return (.reply(Reply(status: error.status, fields: fields, body: body, isShared: false)), nil)
    }
    let subprotocol = handshake.offers.first(where: script.protocols.contains)
    var fields = HTTPFields(reply.fields.filter { !$0.name.isOfHandshake })
    fields[.upgrade] = "websocket"
    fields[.secWebSocketProtocol] = subprotocol
    let dialog = SocketDialog(
      script: script, handshake: parsed, path: match.set.matcher.path?.value, seed: sets.settings.seed, environment
    ) { [store] in
      let items = store.values.items
      return TemplateItems { sets.collection(named: $0).map(items.table) }
    }
    let socket = RunningSocket(
      script.plan, dialog, subprotocol: subprotocol, request: match.set.name, response: response,
      path: parsed.call.path,
      since: environment.now(), log: SocketLog(now: environment.now), in: sockets,
      sample: { [environment] in environment.sample($0) })
    return (.reply(Reply(status: reply.status, fields: fields, body: [], isShared: false)), socket)
  }
}

/// The messages of the WebSocket of one call.
private struct SocketDialog: SocketContent {
  private let script: SocketScript
  private let handshake: ParsedCall
  private let path: PathPattern?
  private let seed: TemplateSeed
  private let environment: EngineEnvironment
  /// Returns the items that templates read.
  private let items: @Sendable () -> TemplateItems

  init(
    script: SocketScript, handshake: ParsedCall, path: PathPattern?, seed: TemplateSeed,
    _ environment: EngineEnvironment,
    items: @escaping @Sendable () -> TemplateItems
  ) {
    (self.script, self.handshake, self.path, self.seed) = (script, handshake, path, seed)
    (self.environment, self.items) = (environment, items)
  }

  func entry(answering message: SocketMessage) -> Int? {
    let call = MockCall(
      method: "GET", target: .url, scheme: nil, host: nil, port: nil, path: "", query: nil, body: message.content)
    var parsed = ParsedCall(call, knowsHost: false, clock: environment.now)
    return script.entry(answering: &parsed)
  }

  func message(
    of entry: Int, answering received: SocketMessage?, number: Int
  ) throws(SocketFailure) -> SocketMessage {
    let scope = TemplateScope(
      handshake, path: path, environment, items(), seed: seed, answering: received, number: number)
    do throws(TemplateFailure) {
      return try script.message(of: entry, scope)
    } catch {
      throw SocketFailure(error.message)
    }
  }
}

extension HTTPField.Name {
  /// Whether the server itself sets the field in its reply to a handshake, or the reply can't have it.
  var isOfHandshake: Bool {
    canonicalName.hasPrefix("sec-websocket-") || [.upgrade, .contentType, .contentLength].contains(self)
  }
}
