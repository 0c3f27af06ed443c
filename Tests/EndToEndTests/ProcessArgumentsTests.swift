import Foundation
import Testing

@testable import skdemo

/// The command line, as the kernel has it.
///
/// Only where Swift's library is linked statically, as for release, does a preloaded library that sets a
/// variable move what that library reads.
@Suite struct ProcessArgumentsTests {
  @Test(arguments: [
    ("skdemo\0", ["skdemo"]), ("skdemo\0buy\0car\0", ["skdemo", "buy", "car"]),
    ("skdemo\0--data\0\0", ["skdemo", "--data", ""]),
    ("skdemo\0a b\nc\0", ["skdemo", "a b\nc"]),
  ])
  func `each argument ends with a zero byte, also an empty one`(
    bytes: String, arguments: [String]
  ) {
    #expect(ProcessArguments.list(Data(bytes.utf8)) == arguments)
  }

  @Test(arguments: ["", "skdemo"])
  func `what has no end is not a list`(bytes: String) {
    #expect(ProcessArguments.list(Data(bytes.utf8)) == nil)
  }

  @Test func `the arguments of Swift's library are read at one place`() throws {
    let sources = URL.packageRoot.appending(path: "Sources")
    let readers = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }
      .filter {
        try String(contentsOf: sources.appending(path: $0), encoding: .utf8)
          .contains(#/CommandLine\.|ProcessInfo\.processInfo\.arguments/#)
      }

    #expect(readers == ["skdemo/Arguments/ProcessArguments.swift"])
  }
}
