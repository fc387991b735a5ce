import Foundation
import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let mocks = try MockInterceptor(specs: .compiled(in: .module))
let session = URLSession(configuration: mocks.sessionConfiguration())
let url = URL(string: "https://api.example.com/login")!
print(String(decoding: try await session.data(from: url).0, as: UTF8.self))
try mocks.select(.login(.offline))
do {
  _ = try await session.data(from: url)
} catch let error as URLError {
  print("error \(error.code.rawValue)")
}
for request in mocks.requests { print(request.name, request.place.line) }
