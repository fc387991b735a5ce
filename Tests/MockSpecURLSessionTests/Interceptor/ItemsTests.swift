import Foundation
import MockSpecURLSession
import Testing

/// The items of collections in Swift.
struct ItemsTests {
  private struct User: Codable, Equatable {
    let id: Int
    var name: String?
  }

  private let mocks: MockInterceptor

  init() throws {
    mocks = try MockInterceptor(
      specs: .inline(
        """
        mockspec: 1
        collections: {users: {path: /users, items: [{id: 1, name: Ada}]}}
        """))
  }

  @Test func `items are JSON and values`() throws {
    #expect(try mocks.items(of: "users") == [#"{"id":1,"name":"Ada"}"#])
    #expect(try mocks.items(of: "users", as: User.self) == [User(id: 1, name: "Ada")])
    try mocks.setItems([User(id: 2, name: "Bo"), User(id: 3)], of: "users")
    #expect(try mocks.items(of: "users") == [#"{"id":2,"name":"Bo"}"#, #"{"id":3}"#])
    try mocks.setItems(#"[{"id": 4, "name": true}]"#, of: "users")
    #expect(try mocks.items(of: "users") == [#"{"id":4,"name":true}"#])
    #expect(throws: DecodingError.self) { try mocks.items(of: "users", as: User.self) }
    try mocks.resetItems(of: "users")
    let users: [User] = try mocks.items(of: "users")
    #expect(users == [User(id: 1, name: "Ada")])
  }

  @Test func `mistakes are errors and change nothing`() throws {
    #expect(throws: UnknownNameError.self) { try mocks.items(of: "user") }
    #expect(throws: UnknownNameError.self) { try mocks.setItems([User(id: 1)], of: "user") }
    #expect(throws: UnknownNameError.self) { try mocks.resetItems(of: "user") }
    #expect(throws: MockItemsError.self) { try mocks.setItems([User(id: 1), User(id: 1)], of: "users") }
    let error = #expect(throws: MockItemsError.self) { try mocks.setItems([Double.nan], of: "users") }
    #expect(error?.description.contains("Array<Double> can't be encoded") == true, "\(error.map { "\($0)" } ?? "")")
    #expect(try mocks.items(of: "users").count == 1)
  }
}
