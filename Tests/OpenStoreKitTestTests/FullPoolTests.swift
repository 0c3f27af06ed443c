import Foundation
import TestSupport
import Testing

/// A synchronous call blocks a thread of its caller's tasks, perhaps the last one.
@Suite(.hangLimit) struct FullPoolTests {
  @Test func `every synchronous call returns although no thread of tasks is free`() async throws {
    let probe = try await ChildProcess(
      BuiltExecutable.url("FullPoolProbe"), [URL.products.path], streams: .lines(withErrors: true))

    var returned: [String] = []
    for await line in probe.lines { returned.append(line) }

    #expect(try await probe.end() == .exited(0), "\(returned)")
    #expect(returned.last == "init(contentsOf:) again")
  }
}
