import Foundation
import TestSupport
import Testing

/// A synchronous call blocks a thread of the task pool, perhaps the last one.
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
    #expect(try Self.synchronousControls().subtracting(returned) == [])
  }

  /// The members of Apple's session that are called without `await`.
  private static func synchronousControls() throws -> Set<String> {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Members/StoreKitTest.members")
    let table = try MemberTable(String(contentsOf: file, encoding: .utf8), prelude: "")
    let session = try #require(table.groups.first { $0.name == "SKTestSession" })
    let calls = session.members.filter { !$0.probe.contains("await") && $0.reason.isEmpty }
    // The others are initializers and conformances.
    return Set(calls.map(\.name).filter { !$0.hasPrefix("init(") && $0.first?.isLowercase == true })
  }
}
