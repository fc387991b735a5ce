import MockSpecDiagnostics
package import MockSpecDocument

/// A JSONPath (RFC 9535).
///
///     text → JSONPathParser → Query → JSONPathEvaluation → nodes
package struct JSONPath: Sendable {
  /// The maximum number of steps for all paths of one call. That many take about 0.1 s.
  package static let maximumSteps = 1_000_000

  private let query: Query
  /// The number of instructions of all regular expressions in the path.
  package let instructionCount: Int

  /// Parses a path.
  ///
  /// - Throws: ``JSONPathError`` for the first mistake.
  package init(_ text: String) throws(JSONPathError) {
    var parser = JSONPathParser(text)
    query = try parser.parse()
    instructionCount = parser.instructionCount
  }

  /// Returns the nodes that the path selects, in its order; a node that is selected repeatedly is repeated.
  ///
  /// - Parameter steps: The steps left. The steps taken are subtracted.
  /// - Returns: `nil` if the steps don't suffice.
  package func nodes(in root: Node, steps: inout Int) -> [Node]? {
    root.document.withTree { tree in
      var evaluation = JSONPathEvaluation(tree: tree, root: root, steps: steps)
      let found = evaluation.result(of: query)
      steps = max(0, evaluation.steps)
      return found
    }
  }
}

extension JSONPath {
  struct Query: Sendable {
    /// Whether the path starts at the node that a filter checks (`@`), and not at the root (`$`).
    let isRelative: Bool
    let segments: [Segment]

    /// Whether the path selects at most one node, whatever the document is.
    let isSingular: Bool

    init(isRelative: Bool, segments: [Segment]) {
      (self.isRelative, self.segments) = (isRelative, segments)
      isSingular = segments.allSatisfy { segment in
        guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
        return switch segment.selectors[0] {
        case .name, .index: true
        case .wildcard, .slice, .filter: false
        }
      }
    }
  }

  struct Segment: Sendable {
    /// Whether the selectors apply to the descendants, too (`..`).
    let isDescendant: Bool
    let selectors: [Selector]
  }

  enum Selector: Sendable {
    case name([UInt8], hash: UInt32)
    case wildcard
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(Filter)
  }

  /// A condition on a node.
  indirect enum Filter: Sendable {
    case any([Filter])
    case all([Filter])
    case not(Filter)
    case exists(Query)
    /// - Parameter compiled: The expression, if the pattern is a literal.
    case matches(Operand, pattern: Operand, isWhole: Bool, compiled: RegularExpression?)
    case comparison(Operand, Relation, Operand)
  }

  enum Relation: String, CaseIterable, Sendable {
    // The longer ones first, since the parser takes the first that fits.
    case equal = "=="
    case unequal = "!="
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"
  }

  /// A part of a comparison, which has one value or none.
  indirect enum Operand: Sendable {
    case constant(Node)
    /// The value of a singular query.
    case node(Query)
    case length(Operand)
    case count(Query)
    /// The only node of a query.
    case only(Query)
  }
}
