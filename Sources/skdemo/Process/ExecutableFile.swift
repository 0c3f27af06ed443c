import Foundation

/// A program's file, found as a shell finds it.
struct ExecutableFile: Hashable {
  let path: String

  /// - Parameters:
  ///   - name: A path if it has a slash; otherwise the name of a file in one of the folders.
  ///   - folders: The folders, separated by colons; an empty one is the working directory.
  /// - Throws: ``CommandFailure``: 127 if there is no such file, 126 if none can be executed.
  init(named name: String, path folders: String?) throws {
    let candidates =
      name.contains("/")
      ? [name]
      : (folders ?? "/usr/bin:/bin").split(separator: ":", omittingEmptySubsequences: false).map {
        $0.isEmpty ? name : "\($0)/\(name)"
      }
    let files = candidates.filter { FileManager.default.fileExists(atPath: $0) }
    guard !files.isEmpty, !name.isEmpty else { throw CommandFailure.noProgram(name) }
    guard let path = files.first(where: Self.isExecutable) else {
      throw CommandFailure.cannotExecute(name, because: EACCES)
    }
    self.path = path
  }

  private static func isExecutable(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return access(path, X_OK) == 0
      && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
  }
}

extension CommandFailure {
  fileprivate static func noProgram(_ name: String) -> CommandFailure {
    CommandFailure(
      code: "noProgram",
      message: name.contains("/")
        ? "there is no program '\(name)': name its file after --"
        : "there is no program '\(name)' in the folders of PATH: name its file after --, with a "
          + "slash, as in ./\(name)", exit: .noProgram)
  }

  /// The failure for a file that the system does not execute.
  static func cannotExecute(_ name: String, because code: Int32) -> CommandFailure {
    let reason = String(cString: strerror(code))
    return CommandFailure(
      code: "notExecutable",
      message: "'\(name)' cannot be executed: \(reason). Name a program that you may execute, or "
        + "name its interpreter first", exit: .notExecutable)
  }
}
