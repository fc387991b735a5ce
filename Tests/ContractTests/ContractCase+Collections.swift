/// Items that calls change. The calls of a case are in one session, in order.
extension ContractCase {
  static let collections: [ContractCase] = [
    ContractCase(
      "what one call stores, the next ones get",
      """
      collections:
        users: {path: /users, items: data/users.json, schema: {required: [name]}}
      """,
      files: ["data/users.json": #"[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bo"}]"#],
      Exchange(
        "GET /users?sort=-name&limit=1",
        .reply(
          200,
          fields: [
            "Content-Type": "application/json", "X-Total-Count": "2",
            "Link":
              #"</users?sort=-name&limit=1&page=1>; rel="first", </users?sort=-name&limit=1&page=2>; rel="next", "#
              + #"</users?sort=-name&limit=1&page=2>; rel="last""#,
          ], body: #"[{"id":2,"name":"Bo"}]"#)),
      Exchange(
        "POST /users", body: #"{"name": "Cy"}"#,
        .reply(201, fields: ["Location": "/users/3"], body: #"{"id":3,"name":"Cy"}"#)),
      Exchange("GET /users/3", .json(#"{"id":3,"name":"Cy"}"#)),
      Exchange("HEAD /users/3", .reply(200, fields: ["Content-Length": "20"])),
      Exchange("PATCH /users/3", body: #"{"name": "Di"}"#, .json(#"{"id":3,"name":"Di"}"#)),
      Exchange("PUT /users/1", body: #"{"name": "Al"}"#, .json(#"{"id":1,"name":"Al"}"#)),
      Exchange("DELETE /users/2", .reply(204)),
      Exchange("GET /users", .json(#"[{"id":1,"name":"Al"},{"id":3,"name":"Di"}]"#)),
      Exchange(
        "GET /users/2",
        .reply(
          404, fields: ["Content-Type": "application/problem+json"],
          body: #"{"title":"Not Found","status":404,"detail":"'users' has no item with the id '2'"}"#)),
      Exchange(
        "POST /users", body: #"{"id": "1", "name": "Al"}"#,
        .reply(
          409, fields: ["Content-Type": "application/problem+json"],
          body: #"{"title":"Conflict","status":409,"detail":"'users' already has an item with the id '1'"}"#))),
    ContractCase(
      "written responses have the form of the spec, and read the items of the session",
      """
      collections:
        users:
          path: /users
          items: [{id: 1, name: Ada}, {id: 2, name: Bo}]
          responses:
            list: {OK: {template: true, json: {data: '{{page.items | json}}', total: '{{page.total | number}}'}}}
            get: {Not Found: {template: true, json: {error: '{{problem.detail}}'}}}
            create: {Created: {template: true, headers: {X-Id: '{{item.id}}'}}}
            delete: {Deleted: {template: true, status: 200, text: '{{collections.users | length}} left'}}
      """,
      Exchange(
        "GET /users?limit=1",
        .reply(
          200, fields: ["Content-Type": "application/json", "X-Total-Count": "2"],
          body: #"{"data":[{"id":1,"name":"Ada"}],"total":2}"#)),
      Exchange("GET /users/7", .reply(404, body: #"{"error":"'users' has no item with the id '7'"}"#)),
      Exchange(
        "POST /users", body: #"{"name": "{{now}}"}"#,
        .reply(201, fields: ["Location": "/users/3", "X-Id": "3"], body: #"{"id":3,"name":"{{now}}"}"#)),
      Exchange("DELETE /users/2", .reply(200, fields: ["Content-Type": "text/plain; charset=utf-8"], body: "2 left")),
      Exchange("GET /users", .json(#"{"data":[{"id":1,"name":"Ada"},{"id":3,"name":"{{now}}"}],"total":2}"#))),
  ]
}
