/// A shop whose cart is empty, filled, then paid.
package enum ShopSpec {
  /// The spec without its version.
  package static let text = """
    states:
      cart: [empty, filled, paid]
    requests:
      Add item:
        match: POST /cart/items
        responses: {Added: {status: 201, set: {cart: filled}}, Full: {status: 409}}
      Cart:
        match: GET /cart
        responses:
          Empty: {when: {cart: empty}, json: []}
          Filled: {when: {cart: [filled, paid]}, json: [1]}
          Broken: {status: 500}
      Pay:
        match: POST /cart/payment
        when: {cart: filled}
        responses: {Paid: {status: 204, set: {cart: paid}}}
      Nothing to pay: {match: POST /cart/payment, responses: {Refused: {status: 402}}}
    """
}
