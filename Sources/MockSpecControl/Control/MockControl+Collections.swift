import HTTPTypes
import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

// The items of collections in a session.
extension MockControl {
  /// Answers with items as a JSON array, which `putItems` takes.
  func items(_ call: ControlCall) throws(ControlProblem) -> ControlOutcome {
    let number = try call.count("page", in: 1...999_999_999) ?? 1
    let limit = try call.count("limit", in: 1...999_999_999)
    do throws(UnknownNameError) {
      let (json, total) = try call.session.page(number, limit: limit, of: call.name)
      var reply = ControlReply.json(text: json)
      reply.fields[HTTPField.Name("X-Total-Count")!] = "\(total)"
      return .reply(reply)
    } catch {
      throw ControlProblem(error)
    }
  }

  func putItems(_ call: ControlCall) throws(ControlProblem) -> ControlOutcome {
    do throws(ItemReplacementError) {
      let count = try call.session.setItems(
        call.received.body, call.type == "application/json" ? .json : .yaml, of: call.name)
      return .reply(
        .json { json in
          json.member("name", call.name)
          json.member("count", count)
        })
    } catch {
      throw ControlProblem(error)
    }
  }

  func deleteItems(_ call: ControlCall) throws(ControlProblem) -> ControlOutcome {
    do throws(UnknownNameError) {
      try call.session.resetItems(of: call.name)
    } catch {
      throw ControlProblem(error)
    }
    return .reply(.done)
  }
}

extension ControlProblem {
  fileprivate init(_ error: ItemReplacementError) {
    switch error {
    case .unknown(let error): self.init(error)
    case .full: self.init(.full, ItemReplacementError.fullMessage)
    case .invalid(let diagnostics):
      let first = diagnostics.first.map { ": line \($0.start.line), column \($0.start.column): \($0.message)" } ?? ""
      self.init(.invalidItems, "the items aren't valid\(first)") { $0.member("diagnostics", diagnostics) }
    }
  }
}
