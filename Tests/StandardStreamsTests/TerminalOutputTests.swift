import Foundation
import StandardStreams
import Testing

/// The modules' use of the standard streams.
@Suite struct TerminalOutputTests {
  /// The one file that writes to standard output and standard error.
  private static let place = "StandardStreams/StandardStream.swift"

  /// The method of a command's output, which may throw, and its declarations.
  private static let allowed = ["try print(", "await print(", "func print("]

  /// Calls that would write past that file.
  private static let patterns = [
    #"(^|[^.\w])(print|debugPrint|dump|puts|fputs|fwrite|putchar|perror|[vf]?d?printf)\("#,
    #"Swift\.(print|debugPrint|dump)\("#, #"\.standard(Output|Error)(?!\w| =)"#,
    #"(^|\W)write\(\s*(1|2|STDOUT_FILENO|STDERR_FILENO)(\W|$)"#, #"(^|\W)(stdout|stderr)(\W|$)"#,
  ]

  private let writer: Regex<AnyRegexOutput>

  init() throws { writer = try Regex(Self.patterns.joined(separator: "|")) }

  private func writes(_ line: String) -> Bool {
    guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return false }
    return Self.allowed.reduce(line) { $0.replacing($1, with: "") }.contains(writer)
  }

  @Test func `text leaves for a terminal at one place, which escapes it`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }
    let writing = try files.filter { file in
      try String(contentsOf: sources.appending(path: file), encoding: .utf8)
        .split(separator: "\n").contains { writes(String($0)) }
    }

    #expect(writing == [Self.place])
    #expect(files.count > 400)
  }

  @Test(arguments: [
    "print(name)", "  Swift.print(name)", "fputs(name, stream)", "write(2, bytes, count)",
    "FileHandle.standardError.write(data)", "let handle = FileHandle.standardOutput",
    "var out = stderr", "if true { debugPrint(name) }",
  ])
  func `a call that goes around it is found`(line: String) {
    #expect(writes(line))
  }
}
