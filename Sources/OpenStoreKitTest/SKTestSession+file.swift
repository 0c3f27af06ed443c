import Foundation
import StoreEngine

extension SKTestSession {
  /// Reads a StoreKit configuration file, and names on standard error what is not obeyed in it.
  ///
  /// - Throws: ``SKTestError``: `fileNotFound` and `invalidURL`.
  static func catalogue(at url: URL) throws(SKTestError) -> Catalogue {
    guard let data = try? Data(contentsOf: url) else {
      throw SKTestError(
        .fileNotFound,
        reason: "The file \(url.relativePath) cannot be read: \(reasonUnreadable(url))")
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

  private static func reasonUnreadable(_ url: URL) -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      return "it does not exist."
    }
    return isFolder.boolValue ? "it is a folder." : "you have no permission to read it."
  }
}
