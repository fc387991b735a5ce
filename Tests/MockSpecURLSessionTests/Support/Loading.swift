import Foundation
import Testing

@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One way to load a request, and all that a program sees of it.
struct Loading: Sendable, CaseIterable, CustomTestStringConvertible {
  enum Kind: CaseIterable { case data, upload, download }

  static let allCases = Kind.allCases.flatMap { kind in Form.allCases.map { Loading(kind: kind, form: $0) } }

  var kind = Kind.data
  var form = Form.delegate

  var testDescription: String { "\(kind) \(form)" }

  func run(
    _ request: URLRequest, in environment: InterceptionEnvironment,
    redirect: @escaping @Sendable (URLRequest) -> URLRequest? = { $0 }
  ) async -> [String] {
    defer { withExtendedLifetime(environment) {} }
    return await run(request, environment.sessionConfiguration(), redirect: redirect)
  }

  func run(
    _ request: URLRequest, _ configuration: URLSessionConfiguration,
    redirect: @escaping @Sendable (URLRequest) -> URLRequest? = { $0 }
  ) async -> [String] {
    let recorder = TaskRecorder(redirect: { $1(redirect($0)) })
    let delegate = form == .delegate ? recorder : nil
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    let body = Data("upload".utf8)
    if form == .async {
      do {
        let (data, response) =
          switch kind {
          case .data: try await session.data(for: request)
          case .upload: try await session.upload(for: request, from: body)
          case .download: try await read(session.download(for: request))
          }
        return lines(data, response, nil)
      } catch {
        return lines(nil, nil, error)
      }
    }
    if form == .delegate {
      let task =
        switch kind {
        case .data: session.dataTask(with: request)
        case .upload: session.uploadTask(with: request, from: body)
        case .download: session.downloadTask(with: request) as URLSessionTask
        }
      task.resume()
      let answer = await recorder.answer
      return answer.events + lines(answer.body, task.response, answer.error) + lines(task)
    }
    let (result, task): ([String], URLSessionTask) = await withCheckedContinuation { continuation in
      let started = Started()
      let end: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { data, response, error in
        continuation.resume(returning: (lines(data, response, error), started.task!))
      }
      started.task =
        switch kind {
        case .data: session.dataTask(with: request, completionHandler: end)
        case .upload: session.uploadTask(with: request, from: body, completionHandler: end)
        case .download:
          session.downloadTask(with: request) { file, response, error in
            end(file.flatMap { try? Data(contentsOf: $0) }, response, error)
          }
        }
      started.task?.resume()
    }
    return result + lines(task)
  }

  private final class Started: @unchecked Sendable {
    var task: URLSessionTask?
  }

  private func read(_ download: (URL, URLResponse)) throws -> (Data, URLResponse) {
    defer { try? FileManager.default.removeItem(at: download.0) }
    return (try Data(contentsOf: download.0), download.1)
  }

  private func lines(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> [String] {
    let response = response as? HTTPURLResponse
    let failure = (error as? URLError).map { "\($0.code.rawValue) \($0.failingURL?.absoluteString ?? "")" }
    return [
      data.map { String(decoding: $0, as: UTF8.self) } ?? "",
      "\(response?.statusCode ?? 0) \(response?.url, default: "")",
      failure ?? error.map { "\($0)" } ?? "",
    ]
  }

  private func lines(_ task: URLSessionTask) -> [String] {
    let current = task.currentRequest
    var fields = current?.allHTTPHeaderFields ?? [:]
    fields["Cookie"] = nil
    return [
      "\(task.originalRequest?.url, default: "")",
      "\(current?.httpMethod ?? "") \(current?.url, default: "") \(fields.sorted { $0.key < $1.key })",
    ]
  }
}
