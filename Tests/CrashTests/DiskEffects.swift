import Foundation
import PrivateFiles
import TaskScheduling
import TestSupport

/// The real binary, killed or interrupted at one of its changes of the disk, or on a disk that is full
/// from there on.
///
/// The changes are counted from 1, by a library that the binary is started with; see `CDiskEffects`.
enum DiskEffects: String, CaseIterable, Sendable {
  case kill = "DISK_EFFECTS_KILL"
  /// As by Ctrl-C.
  case interrupt = "DISK_EFFECTS_INTERRUPT"
  case full = "DISK_EFFECTS_FULL"

  /// Runs `skdemo`, which meets this at its `change`-th change of the disk.
  func skdemo(_ arguments: [String], data: URL? = nil, at change: Int) async throws -> CommandRun {
    try await CommandRun.run("skdemo", arguments, environment: environment(data, at: change))
  }

  /// Runs the storefront on a terminal, until it ends.
  func storefront(data: URL, at change: Int) async throws -> ProcessEnd {
    try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"), environment: environment(data, at: change)
    ).waitForEnd()
  }

  private func environment(_ data: URL?, at change: Int) throws -> [String: String] {
    [
      "LD_PRELOAD": try BuiltExecutable.url("libDiskEffectsPreload.so").path,
      rawValue: "\(change)", "SKDEMO_DATA": data?.path ?? "/dev/null",
    ]
  }
}

/// Calls `body` with 1, 2, 3 and so on, some at a time, until it returns `nil`.
///
/// - Returns: The values of the numbers before that.
func countUp<Value: Sendable>(
  _ body: @escaping @Sendable (Int) async throws -> Value?
) async throws -> [Value] {
  var values: [Value] = []
  while true {
    let first = values.count + 1
    for value in try await concurrentMap(first..<first + 4, body) {
      guard let value else { return values }
      values.append(value)
    }
  }
}

/// The files that an ended run has left in a store's folder.
enum Remains: Hashable, Sendable {
  case nothing
  /// Files, and no database.
  case unfinished
  case store

  init(in folder: URL) {
    self = folder.has("store.sqlite") ? .store : folder.paths.isEmpty ? .nothing : .unfinished
  }
}

extension URL {
  /// The paths of the files and folders in this folder; empty if it is missing.
  var paths: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func has(_ name: String) -> Bool { PrivateFile.permissions(of: appending(path: name)) != nil }
}

extension CommandRun {
  /// This run, which must have ended with 0.
  func succeeded() throws -> CommandRun {
    guard status == 0, !isSignalled else {
      throw UnexpectedOutcome("the run ended with \(status): \(errors)")
    }
    return self
  }

  /// Standard output as a JSON object.
  func json() throws -> [String: Any] {
    guard let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    else { throw UnexpectedOutcome("no JSON object: \(output)\(errors)") }
    return object
  }
}
