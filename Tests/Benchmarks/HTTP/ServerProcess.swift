import Comparison
import Foundation
import TestSupport

/// A server as a process of its own, which is killed when this object is released.
final class ServerProcess {
  let port: Int
  private let process: ChildProcess

  /// Starts the server and waits until it has printed its URL.
  init(_ executable: URL, _ arguments: [String]) async throws {
    process = try await ChildProcess(executable, arguments)
    guard let port = try await process.nextLine()?.split(separator: ":").last, let port = Int(port)
    else { preconditionFailure("\(executable.lastPathComponent) \(arguments) did not start") }
    self.port = port
  }

  /// `skdemo serve` with the store in this folder, and the default limits where `options` have no others.
  static func store(
    _ executable: URL, in folder: URL, _ options: [String]
  ) async throws -> ServerProcess {
    try await ServerProcess(
      executable, ["serve", "--data", folder.path(percentEncoded: false), "--port", "0"] + options)
  }

  /// This program, run as ``BareServer``.
  static func bare(answering bytes: Int) async throws -> ServerProcess {
    try await ServerProcess(
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(), ["bare", "\(bytes)"])
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// The process's resident memory, in KiB.
  var memory: Double {
    get throws {
      guard let id = process.id else { preconditionFailure("the server has ended") }
      let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
      guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
        let number = line.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
      else { preconditionFailure("the memory of process \(id) cannot be read") }
      return number
    }
  }
}
