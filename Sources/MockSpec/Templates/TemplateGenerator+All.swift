// The table of generators, and their words. `SpecLanguage.md` has a row for each generator, which is a test. A change of a
// table changes the values that calls get.
extension TemplateGenerator {
  static let all: [TemplateGenerator] = [
    TemplateGenerator("random.int(MIN, MAX)", .init(kinds: [.whole(.min ... .max), .whole(.min ... .max)])) {
      numbers, arguments in
      let (first, second) = (arguments[0].number, arguments[1].number)
      let least = min(first, second)
      // The count of all numbers of 64 bits is 0.
      let count = UInt64(bitPattern: Int64(max(first, second) &- least)) &+ 1
      let number = count == 0 ? numbers.next() : numbers.next(below: count)
      return .literal("\(least &+ Int(truncatingIfNeeded: number))")
    },
    TemplateGenerator("random.text(COUNT)", .init(kinds: [.whole(1...1000)])) { numbers, arguments in
      var text: [UInt8] = []
      for _ in 0..<arguments[0].number { text.append(numbers.element(of: letters)) }
      return .text(String(decoding: text, as: UTF8.self))
    },
    TemplateGenerator("random.boolean") { numbers, _ in .literal(numbers.next(below: 2) == 0 ? "false" : "true") },
    TemplateGenerator("random.item(VALUE, …)", .init(kinds: [.value], repeats: true)) { numbers, arguments in
      numbers.element(of: arguments).value
    },
    text("fake.uuid") { numbers in EngineEnvironment.uuid(numbers.next(), numbers.next()) },
    text("fake.firstName") { numbers in numbers.element(of: firstNames) },
    text("fake.lastName") { numbers in numbers.element(of: lastNames) },
    text("fake.name") { numbers in numbers.element(of: firstNames) + " " + numbers.element(of: lastNames) },
    text("fake.email") { numbers in
      let name = numbers.element(of: firstNames) + "." + numbers.element(of: lastNames)
      return name.lowercased() + "@example." + numbers.element(of: ["com", "net", "org"])
    },
    // These numbers are reserved for fiction.
    text("fake.phone") { numbers in "+1-202-555-01\(CalendarDate.padded(numbers.next(below: 100)))" },
    text("fake.company") { numbers in
      numbers.element(of: lastNames) + " " + numbers.element(of: ["Ltd", "Inc", "Group", "Works", "Partners"])
    },
    text("fake.street") { numbers in
      "\(1 + numbers.next(below: 199)) \(numbers.element(of: lastNames)) "
        + numbers.element(of: ["Street", "Road", "Avenue", "Lane"])
    },
    text("fake.city") { numbers in
      numbers.element(of: ["Ash", "Bright", "Clear", "East", "Green", "Mill", "North", "Oak", "River", "Stone"])
        + numbers.element(of: ["bridge", "field", "ford", "haven", "ton", "wood"])
    },
    text("fake.country") { numbers in
      numbers.element(of: [
        "Argentina", "Canada", "Denmark", "Egypt", "Finland", "Ghana", "India", "Japan", "Kenya", "Mexico", "Nepal",
        "Peru", "Spain", "Vietnam",
      ])
    },
    text("fake.date") { numbers in
      String(CalendarDate(second: numbers.next(below: 20_000) * 86_400).text.prefix { $0 != "T" })
    },
    text("fake.url") { numbers in
      "https://example.com/" + numbers.element(of: words) + "/" + numbers.element(of: words)
    },
    text("fake.word") { numbers in numbers.element(of: words) },
    text("fake.sentence") { numbers in sentence(&numbers) },
    text("fake.paragraph") { numbers in
      (0..<3 + numbers.next(below: 3)).map { _ in sentence(&numbers) }.joined(separator: " ")
    },
  ]

  private static func text(
    _ name: String, _ make: @escaping @Sendable (inout SeededNumbers) -> String
  ) -> TemplateGenerator {
    TemplateGenerator(name) { numbers, _ in .text(make(&numbers)) }
  }

  private static func sentence(_ numbers: inout SeededNumbers) -> String {
    let text = (0..<5 + numbers.next(below: 6)).map { _ in numbers.element(of: words) }.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

  private static let firstNames = [
    "Ada", "Alan", "Amir", "Anna", "Ben", "Carla", "Chen", "Clara", "David", "Elena", "Emil", "Fatima", "Felix",
    "Grace",
    "Hana", "Ivan", "Jonas", "Julia", "Kofi", "Laura", "Leo", "Lin", "Maria", "Marta", "Nina", "Noah", "Olga", "Omar",
    "Paula", "Ravi", "Sara", "Tom",
  ]

  private static let lastNames = [
    "Adams", "Baker", "Becker", "Bell", "Brown", "Carter", "Cole", "Costa", "Diaz", "Evans", "Fischer", "Garcia",
    "Gray", "Haddad", "Ito", "Jensen", "Keller", "Khan", "Kim", "Lopez", "Meyer", "Mills", "Moreau", "Novak", "Okafor",
    "Patel", "Reed", "Rossi", "Sato", "Silva", "Wang", "Young",
  ]

  private static let words = [
    "apple", "autumn", "basket", "bird", "blue", "boat", "book", "bread", "bridge", "candle", "chair", "cloud",
    "coffee",
    "corner", "door", "evening", "field", "fire", "flower", "forest", "friend", "garden", "glass", "gold", "green",
    "harbor", "hill", "house", "island", "kitchen", "lamp", "leaf", "letter", "light", "long", "market", "moon",
    "morning", "mountain", "music", "night", "ocean", "old", "orange", "paper", "path", "quiet", "rain", "red", "river",
    "road", "round", "salt", "school", "silver", "small", "snow", "spring", "stone", "story", "street", "summer",
    "table",
    "train", "tree", "warm", "water", "white", "wind", "window", "winter", "yellow",
  ]
}
