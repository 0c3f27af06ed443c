import Foundation
import PrivateFiles

/// A new file that an argument names, which only its owner can read.
///
/// It is made before what it will hold, so that nothing is made that cannot be saved.
struct NewFile {
  /// The path as it was typed.
  let path: String
  private let location: URL

  /// Makes the file, which is empty.
  ///
  /// - Throws: ``CommandFailure`` if anything has this name, or if the file cannot be made.
  init(_ path: String) throws {
    self.path = path
    location = try url(ofArgument: path)
    do throws(FileError) {
      try PrivateFile.write(Data(), to: location)
    } catch {
      throw CommandFailure(
        code: "newFile",
        message: "'\(path)' cannot be made: \(error.reason). Name a new file, which does not exist")
    }
  }

  /// Writes the contents of the file.
  ///
  /// - Throws: `FileError` if they cannot be written.
  func write(_ data: Data) throws(FileError) { try PrivateFile.replace(location, with: data) }

  /// Removes the file, if what it was made for was not made.
  func remove() { try? PrivateFile.remove(location) }
}
