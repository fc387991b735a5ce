import TestSupport

/// What one call changes, and the next one sees.
extension ContractCase {
  static let states: [ContractCase] = [
    ContractCase(
      "a shop, whose cart is filled and paid", ShopSpec.text,
      Exchange("GET /cart", .json("[]")), Exchange("GET /cart", .json("[]")),
      Exchange("POST /cart/payment", .reply(402)),
      Exchange("POST /cart/items", body: "1", .reply(201)), Exchange("GET /cart", .json("[1]")),
      Exchange("POST /cart/payment", .reply(204)), Exchange("POST /cart/payment", .reply(402)),
      Exchange("GET /cart", .json("[1]"))),
    ContractCase(
      "states are those of a session", ShopSpec.text,
      Exchange("POST /cart/items", [("Mockspec-Session", "one")], .reply(201)),
      Exchange("GET /cart", [("Mockspec-Session", "two")], .json("[]")),
      Exchange("GET /cart", [("Mockspec-Session", "one")], .json("[1]")), Exchange("GET /cart", .json("[]"))),
    ContractCase(
      "a call that names its response sets its states, and needs those of its request", ShopSpec.text,
      Exchange("POST /cart/payment", [("Mockspec-Response", "Pay=Paid")], .reply(402)),
      Exchange("GET /cart", [("Mockspec-Response", "Cart=Filled")], .json("[1]")),
      Exchange("POST /cart/items", [("Mockspec-Response", "Add%20item=Full")], .reply(409)),
      Exchange("GET /cart", .json("[]")),
      Exchange("POST /cart/items", [("Mockspec-Response", "Add%20item=Added")], .reply(201)),
      Exchange("GET /cart", .json("[1]"))),
    ContractCase(
      "HEAD sets what its GET sets, and each outcome sets",
      """
      states: {seen: [none, head, error, template, fault]}
      requests:
        Head: {match: GET /head, responses: {R: {text: a, set: {seen: head}}}}
        Error: {match: /error, responses: {R: {error: networkConnectionLost, set: {seen: error}}}}
        Template: {match: /template, responses: {R: {template: true, text: '{{request.method}}', set: {seen: template}}}}
        Fault: {match: /fault, responses: {R: {fault: emptyResponse, set: {seen: fault}}}}
        Seen:
          match: /seen
          responses:
            None: {when: {seen: none}, text: none}
            Head: {when: {seen: head}, text: head}
            Error: {when: {seen: error}, text: error}
            Template: {when: {seen: template}, text: template}
            Fault: {text: fault}
      """,
      Exchange("GET /seen", .text("none")),
      Exchange("HEAD /head", .reply(200, fields: ["Content-Length": "1"])), Exchange("GET /seen", .text("head")),
      Exchange("GET /error", .failure("networkConnectionLost")), Exchange("GET /seen", .text("error")),
      Exchange("GET /template", .text("GET")), Exchange("GET /seen", .text("template")),
      Exchange("GET /fault", .failure("emptyResponse")), Exchange("GET /seen", .text("fault"))),
  ]
}
