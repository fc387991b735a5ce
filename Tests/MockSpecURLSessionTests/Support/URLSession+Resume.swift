import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// Resumes a task that was suspended at any moment.
  ///
  /// On Linux, `resume()` stops the process if the task's load has ended and its state isn't `completed` yet, which is set
  /// on these two queues, in this order.
  func resume(_ task: URLSessionTask) {
    delegateQueue.addOperation {
      self.getAllTasks { _ in task.resume() }
    }
  }
}
