import Foundation
import Synchronization
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a call has ended.
struct Ending: Sendable {
  var body = Data()
  var error: (any Error)?
}

/// One call of a session.
struct Call: Sendable {
  let request: URLRequest
  let form: Form
  let fate: Fate?
  /// The time after which the fate comes. An async method doesn't tell when it has created its task, so only a cancellation
  /// comes to its call.
  let pause: Duration
  /// The file that an upload sends.
  let file: URL

  func ending(in session: URLSession) async -> Ending {
    if form.isAsync { return await asyncEnding(in: session) }
    return await withCheckedContinuation { continuation in
      let task = task(in: session) { continuation.resume(returning: $0) }
      task.resume()
      meet(fate) { [form] fate in
        switch fate {
        case .cancel: task.cancel()
        case .suspend where form.isUpload: break
        case .suspend:
          // Where the task's end is reported, too: Foundation traps if a task is suspended or resumed on another thread at
          // the moment in which it ends.
          session.delegateQueue.addOperation {
            task.suspend()
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) {
              session.delegateQueue.addOperation {
                if task.state == .suspended { task.resume() }
              }
            }
          }
        case .invalidate: session.invalidateAndCancel()
        }
      }
    }
  }

  private func asyncEnding(in session: URLSession) async -> Ending {
    let load = Task { () -> Data in
      switch form {
      case .uploadAsync: return try await session.upload(for: request, from: Data(contentsOf: file)).0
      case .downloadAsync:
        let place = try await session.download(for: request).0
        defer { try? FileManager.default.removeItem(at: place) }
        return try Data(contentsOf: place)
      default: return try await session.data(for: request).0
      }
    }
    meet(fate) { fate in
      switch fate {
      case .cancel: load.cancel()
      case .suspend, .invalidate: break
      }
    }
    do {
      return Ending(body: try await load.value)
    } catch {
      return Ending(error: error)
    }
  }

  private func meet(_ fate: Fate?, _ action: @escaping @Sendable (Fate) -> Void) {
    guard let fate else { return }
    if pause == .zero { return action(fate) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(Int(pause / .microseconds(1)))) { action(fate) }
  }

  private func task(in session: URLSession, _ end: @escaping @Sendable (Ending) -> Void) -> URLSessionTask {
    let completion = { @Sendable (data: Data?, _: URLResponse?, error: (any Error)?) in
      end(Ending(body: data ?? Data(), error: error))
    }
    switch form {
    case .upload:
      return session.uploadTask(with: request, from: try? Data(contentsOf: file), completionHandler: completion)
    case .uploadFile: return session.uploadTask(with: request, fromFile: file, completionHandler: completion)
    case .download:
      return session.downloadTask(with: request) { place, _, error in
        end(Ending(body: place.flatMap { try? Data(contentsOf: $0) } ?? Data(), error: error))
        if let place { try? FileManager.default.removeItem(at: place) }
      }
    case .delegate:
      let task = session.dataTask(with: request)
      (session.delegate as? Collector)?.collect(task, end)
      return task
    default: return session.dataTask(with: request, completionHandler: completion)
    }
  }
}

/// The delegate of a session, which collects the bodies of the tasks that have no completion handler.
final class Collector: NSObject, URLSessionDataDelegate, Sendable {
  private let tasks = Mutex<[Int: (body: Data, end: @Sendable (Ending) -> Void)]>([:])

  func collect(_ task: URLSessionTask, _ end: @escaping @Sendable (Ending) -> Void) {
    tasks.withLock { $0[task.taskIdentifier] = (Data(), end) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    tasks.withLock { $0[dataTask.taskIdentifier]?.body += data }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let (body, end) = tasks.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    end(Ending(body: body, error: error))
  }
}
