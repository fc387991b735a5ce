import MockSpec

/// The tags of templates of Mockoon. Random values become those of MockSpec, which are equal for equal calls.
enum MockoonTemplate {
  /// Returns a tag as one of MockSpec; `nil` if MockSpec can't do it.
  static func name(_ tag: Substring, _ captures: Set<String>) -> String? {
    if let name = helpers[String(tag)] { return name }
    if let match = tag.wholeMatch(
      of: #/(urlParam|queryParam|header|cookie|body) ['"]([A-Za-z][A-Za-z0-9_.-]*)['"](?: ['"]([^'"{}|,:]*)['"])?/#)
    {
      let (name, fallback) = (String(match.2), match.3.map(String.init) ?? "")
      switch match.1 {
      case "urlParam": return captures.contains(name) ? "request.path.\(name)" : nil
      case "queryParam" where !name.contains("."): return "request.query.\(name) | default: '\(fallback)'"
      case "header" where !name.contains("."): return "request.headers.\(name) | default: '\(fallback)'"
      case "cookie" where !name.contains("."): return "request.cookies.\(name) | default: '\(fallback)'"
      case "body" where !name.contains("-"): return "request.json.\(name) | default: '\(fallback)'"
      default: return nil
      }
    }
    if let match = tag.wholeMatch(of: #/int (-?[0-9]{1,15}) (-?[0-9]{1,15})/#) {
      return "random.int(\(match.1), \(match.2))"
    }
    if let match = tag.wholeMatch(of: #/faker ['"]([A-Za-z.]+)['"](.*)/#) { return faker(String(match.1), match.2) }
    if let match = tag.wholeMatch(of: #/oneOf \(array ((?:['"][^'"(),|{}]*['"] ?)+)\)/#) {
      let items = match.1.matches(of: #/['"]([^'"]*)['"]/#).map { String($0.1) }
      return items.contains { $0.isEmpty || $0.first == " " || $0.last == " " }
        ? nil : "random.item(\(items.joined(separator: ", ")))"
    }
    return nil
  }

  private static func faker(_ name: String, _ options: Substring) -> String? {
    switch name {
    case "number.int", "number.float", "datatype.number", "random.number":
      let bound = { (key: String) in
        options.firstMatch(of: try! Regex<(Substring, Substring)>("\(key)=(-?[0-9]{1,15})(?![0-9.])")).map {
          String($0.1)
        }
      }
      return "random.int(\(bound("min") ?? "0"), \(bound("max") ?? "99999"))"
    default: return fakers[name]
    }
  }

  private static let helpers = [
    "now": "now", "uuid": "fake.uuid", "guid": "fake.uuid", "boolean": "random.boolean", "firstName": "fake.firstName",
    "lastName": "fake.lastName", "email": "fake.email", "phone": "fake.phone", "company": "fake.company",
    "city": "fake.city",
    "country": "fake.country", "domain": "fake.url", "lorem": "fake.sentence", "method": "request.method",
    "ip": "random.item(192.0.2.1, 192.0.2.7)",
  ]

  private static let fakers = [
    "string.uuid": "fake.uuid", "datatype.uuid": "fake.uuid", "random.uuid": "fake.uuid",
    "person.firstName": "fake.firstName",
    "name.firstName": "fake.firstName", "person.lastName": "fake.lastName", "name.lastName": "fake.lastName",
    "person.fullName": "fake.name", "name.findName": "fake.name", "internet.email": "fake.email",
    "internet.userName": "fake.word", "internet.url": "fake.url", "phone.number": "fake.phone",
    "phone.phoneNumber": "fake.phone", "company.name": "fake.company", "company.companyName": "fake.company",
    "location.streetAddress": "fake.street", "address.streetAddress": "fake.street", "location.city": "fake.city",
    "address.city": "fake.city", "location.country": "fake.country", "address.country": "fake.country",
    "date.recent": "now", "date.past": "now | minus: 90d", "date.future": "now | plus: 90d",
    "date.soon": "now | plus: 1d",
    "lorem.word": "fake.word", "lorem.words": "fake.sentence", "lorem.sentence": "fake.sentence",
    "lorem.paragraph": "fake.paragraph", "lorem.text": "fake.paragraph", "datatype.boolean": "random.boolean",
    "string.alphanumeric": "random.text(10)", "string.sample": "random.text(10)",
  ]
}
