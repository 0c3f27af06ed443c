import Foundation
import PrivateFiles
import StoreEngine

extension SKTestSession {
  /// Reads a StoreKit configuration file, and names on standard error what is not obeyed in it.
  ///
  /// - Throws: ``SKTestError``: `fileNotFound` and `invalidURL`.
  static func catalogue(at url: URL) throws(SKTestError) -> Catalogue {
    let data: Data
    do {
      data = try RegularFile.contents(of: url)
    } catch {
      throw SKTestError(
        .fileNotFound,
        reason: "The file \(url.relativePath) cannot be read: \(reasonUnreadable(error))")
    }
    do {
      let catalogue = try Catalogue.read(data, file: url.lastPathComponent)
      // There are no dialogs here, so that switch is obeyed.
      let notice = catalogue.settings.notice(
        ofFile: url.lastPathComponent, except: [Catalogue.Settings.disableDialogsKey])
      if let notice { write(notice) }
      return catalogue
    } catch {
      throw SKTestError(.invalidURL, reason: error.description)
    }
  }

  private static func reasonUnreadable(_ error: FileError) -> String {
    let path = error.url.path(percentEncoded: false)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return "it does not exist."
    }
    if isFolder.boolValue { return "it is a folder." }
    return FileManager.default.isReadableFile(atPath: path)
      ? "\(error.reason)." : "you have no permission to read it."
  }
}
