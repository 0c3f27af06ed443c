import Foundation
import PrivateFiles

/// A new file that an argument names, which only its owner can read.
///
/// Create the file before its contents, so that nothing is created that cannot be saved.
struct NewFile {
  /// The path as it was typed.
  let path: String
  private let location: URL

  /// Creates the file, which is empty.
  ///
  /// - Throws: ``CommandFailure`` if the name is taken, or if the file cannot be created.
  init(_ path: String) throws {
    self.path = path
    location = try url(ofArgument: path)
    do throws(FileError) {
      try PrivateFile.write(Data(), to: location)
    } catch {
      throw CommandFailure(
        code: "newFile",
        message: "'\(path)' cannot be made: \(error.reason). Name a file that does not exist")
    }
  }

  /// Writes the contents of the file.
  ///
  /// - Throws: `FileError` if they cannot be written.
  func write(_ data: Data) throws(FileError) { try PrivateFile.replace(location, with: data) }

  /// Removes the file if its contents could not be created.
  func remove() { try? PrivateFile.remove(location) }
}
