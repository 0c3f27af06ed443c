import Comparison
import Foundation

/// A server as a process of its own.
final class ServerProcess {
  let port: Int
  private let process = Process()

  /// Starts the server and waits until it has printed its URL.
  init(_ executable: URL, _ arguments: [String]) throws {
    process.executableURL = executable
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    guard let port = try output.fileHandleForReading.line().split(separator: ":").last,
      let port = Int(port)
    else { preconditionFailure("\(executable.lastPathComponent) \(arguments) did not start") }
    self.port = port
  }

  /// `skdemo serve` with the store in this folder, and the default limits where `options` have no others.
  static func store(
    _ executable: URL, in folder: URL, _ options: [String]
  ) throws -> ServerProcess {
    try ServerProcess(
      executable, ["serve", "--data", folder.path(percentEncoded: false), "--port", "0"] + options)
  }

  /// This program, run as ``BareServer``.
  static func bare(answering bytes: Int) throws -> ServerProcess {
    try ServerProcess(
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(), ["bare", "\(bytes)"])
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// The process's resident memory, in KiB.
  var memory: Double {
    get throws {
      let status = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
        let number = line.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
      else {
        preconditionFailure("the memory of process \(process.processIdentifier) cannot be read")
      }
      return number
    }
  }
}

extension FileHandle {
  /// The first line, without its end.
  fileprivate func line() throws -> String {
    var bytes = Data()
    while let byte = try read(upToCount: 1), !byte.isEmpty, byte != Data([10]) { bytes += byte }
    return String(decoding: bytes, as: UTF8.self)
  }
}
