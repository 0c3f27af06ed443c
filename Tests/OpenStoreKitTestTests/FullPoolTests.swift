import Foundation
import TestSupport
import Testing

/// A synchronous call blocks a thread of its caller's tasks, perhaps the last one.
@Suite(.hangLimit) struct FullPoolTests {
  @Test(arguments: [[], ["--buying"]])
  func `every synchronous call returns although no thread of tasks is free`(
    options: [String]
  ) async throws {
    let probe = try await ChildProcess(
      BuiltExecutable.url("FullPoolProbe"), [URL.products.path] + options,
      streams: .lines(withErrors: true))

    var lines = probe.lines.makeLimitedIterator()
    var returned: [String] = []
    while let line = await lines.next() { returned.append(line) }

    let last = returned.last ?? "none"
    if last != "init(contentsOf:) again" { probe.signal(SIGKILL) }
    let end = try await probe.end()
    #expect(end == .exited(0), "the last call that returned, or an error: \(returned.suffix(3))")
    #expect(last == "init(contentsOf:) again")
  }
}
