import Foundation
import PrivateFiles
import TestSupport

extension TemporaryFolder {
  func file(_ path: String) -> URL { url.appending(path: path) }

  func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: file(path))
  }
}
