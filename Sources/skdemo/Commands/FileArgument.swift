import Foundation

/// The file or folder that an argument names.
///
/// - Throws: ``CommandFailure`` if the argument is empty: it would name the working directory.
func url(ofArgument argument: String) throws -> URL {
  guard !argument.isEmpty else {
    throw CommandFailure.malformed("the path of a file or folder is empty: give its path")
  }
  return URL(filePath: argument)
}
