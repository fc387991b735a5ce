import Foundation
import MockSpecTesting
import XCTest

class MockTestCase: XCTestCase {
  private(set) var scope: MockScope!
  var mocks: MockInterceptor { scope.mocks }

  override func setUpWithError() throws {
    scope = try MockScope("specs")
  }

  override func tearDown() {
    for problem in scope?.problems ?? [] { XCTFail(problem) }
    scope = nil
  }

  func expect(_ expectation: CallExpectation, file: StaticString = #filePath, line: UInt = #line) {
    if let problem = expectation.problem(in: mocks) { XCTFail(problem, file: file, line: line) }
  }
}
