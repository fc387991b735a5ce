import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

/// The scalars that keep their spelling when a spec is converted to JSON.
struct SpecScalarsTests {
  func places(_ yaml: String) throws -> (root: Node, places: SpecScalars) {
    let root = try #require(DocumentParser.parse(Array(yaml.utf8), path: "f", format: .yaml).document).root
    return (root, SpecScalars(root))
  }

  @Test(arguments: [
    "requests: {A: {responses: {R: {headers: {Retry-After: 0x1F}}}}}",
    "requests: {A: {responses: {R: {headers: {status: [007]}}}}}",
    "requests: {A: {responses: {R: {text: 1.}}}}", "requests: {A: {responses: {R: {error: {domain: +1}}}}}",
    "requests: {A: {default: 0x1F}}", "requests: {A: {sequence: [{response: .5}]}}", "requests: {A: {sequence: [.5]}}",
    "requests: {A: {match: {query: {json: True}}}}", "requests: {A: {match: {query: {status: {oneOf: [+1]}}}}}",
    "requests: {A: {match: {body: {form: {port: {not: {equals: 007}}}}}}}",
    "requests: {A: {match: {body: {pointers: {/json: 0x1F}}}}}", "requests: {A: {match: {body: {text: TRUE}}}}",
    "requests: {x-a: {description: 007}}", "requests: {json: {description: 007}}",
    "requests: {status: {responses: {priority: {text: 007}}}}", "defaults: {headers: {x-a: 007}}",
    "scenes: {status: {status: 007}}", "scenes: {S: {extends: 0x1F}}", "scenes: {S: {select: {json: 0x1F}}}",
    "allowOutside: [007]", "collections: {items: {responses: {get: {json: {headers: {A: 007}}}}}}",
    "collections: {A: {idName: 0x1F}}",
  ])
  func `a number used as text becomes a string if JSON would spell it differently`(yaml: String) throws {
    let (root, places) = try places(yaml)
    #expect(places.texts.keys.map(\.self) == [root.document.nodeCount - 1])
  }

  @Test(arguments: [
    "mockspec: +1", "requests: {A: {priority: 007}}", "requests: {A: {sequence: [{times: 0x2}]}}",
    "requests: {A: {responses: {R: {status: 0xC8}}}}", "requests: {A: {responses: {R: {json: {a: [0x1F, True]}}}}}",
    "requests: {A: {responses: {R: {delay: {median: 1s, sigma: .5}}}}}",
    "requests: {A: {responses: {R: {throttle: {chunk: +1}}}}}", "requests: {A: {responses: {R: {error: {code: 007}}}}}",
    "requests: {A: {responses: {R: {template: True}}}}", "requests: {A: {enabled: False}}",
    "requests: {A: {match: {exactQuery: True}}}", "defaults: {match: {exactQuery: FALSE}}",
    "requests: {A: {match: {port: 0x1F}}}",
    "requests: {A: {match: {query: {q: {present: True}}}}}", "requests: {A: {match: {body: {jsonEquals: 007}}}}",
    "requests: {A: {match: {body: {schema: {minimum: .5}}}}}",
    "requests: {A: {match: {body: {graphql: {variables: {a: 007}}}}}}", "x-note: {headers: {a: 007}}",
    "collections: {A: {items: [{id: 007}]}}", "collections: {A: {responses: {list: {OK: {status: 0xC8}}}}}",
    "server: {port: 0x1F90}", "server: {cors: TRUE}",
  ])
  func `the value counts for numbers, Booleans and JSON`(yaml: String) throws {
    #expect(try places(yaml).places.texts.isEmpty)
  }

  @Test(arguments: ["1", "-0", "1.50", "1e3", "true", "false", "~", "'007'", "yes"])
  func `text and numbers that JSON spells the same don't change`(scalar: String) throws {
    #expect(try places("requests: {A: {description: \(scalar)}}").places.texts.isEmpty)
  }

  @Test func `files are bodies and schemas, but not names that the user chose`() throws {
    let yaml = """
      requests:
        A:
          match: {query: {file: q}, body: {schema: s.json}}
          responses: {R: {file: a.json}, file: {headers: {file: h}}, T: {json: {file: j}}}
      """
    #expect(try places(yaml).places.files.map(\.text) == ["s.json", "a.json"])
    let collection = """
      collections:
        file: {items: a.json, schema: s.json, responses: {list: {file: {file: b.json}, schema: {text: c}}}}
      """
    #expect(try places(collection).places.files.map(\.text) == ["a.json", "s.json", "b.json"])
  }

  /// The lists of keys in code are those of the schemas.
  @Test(arguments: [SchemaLibrary.specText, SchemaLibrary.projectText])
  func `the keys with numbers and Booleans are those of the schema`(text: String) throws {
    let schema = try #require(DocumentParser.parse(Array(text.utf8), path: "f", format: .json).document).root
    for (key, types) in Self.types(in: schema) {
      let takesText = types.contains("string")
      let takesTyped = !types.isDisjoint(with: ["number", "integer", "boolean"])
      if takesTyped { #expect(takesText != SpecScalars.typedKeys.contains(key), "\(key): \(types)") }
    }
    let named = Set(Self.types(in: schema).map(\.key))
    #expect(named.isSuperset(of: text == SchemaLibrary.projectText ? ["threads", "cors"] : ["status", "times"]))
  }

  /// The types of each property that declares them itself or by one reference.
  private static func types(in schema: Node) -> [(key: String, types: Set<String>)] {
    var found: [(key: String, types: Set<String>)] = []
    var pending = [schema]
    while let node = pending.popLast() {
      for (key, value) in node.value("properties")?.entries.map({ $0 }) ?? [] where value.kind == .mapping {
        let name = value.value("$ref")?.text.split(separator: "/").last.map(String.init)
        let target = name.flatMap { schema.value("$defs")?.value($0) } ?? value
        if let type = target.value("type") {
          found.append((key.text, Set(type.kind == .sequence ? type.elements.map(\.text) : [type.text])))
        }
      }
      pending += node.entries.map(\.value) + node.elements.map(\.self)
    }
    return found
  }
}
