/// A sequence with its steps: one that is changed is another one, which starts from the beginning.
package struct SequenceKey: Sendable, Hashable {
  let request: String
  private let steps: UInt64

  init(request: String, _ sequence: ResponseSequence, _ responses: [Response]) {
    self.request = request
    let steps = sequence.steps.map {
      "\($0.times) \(responses[$0.response].name.utf8.count) \(responses[$0.response].name)"
    }
    self.steps = ContentHash(Array(([sequence.after.rawValue] + steps).joined(separator: "\n").utf8)).value
  }
}
