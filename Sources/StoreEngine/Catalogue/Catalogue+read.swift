import AppStorePayloads
package import Foundation

extension Catalogue {
  /// 4 MiB, in bytes; a larger file is refused before it is decoded.
  package static let sizeLimit = 4 * 1024 * 1024

  /// Reads a StoreKit configuration file of any format from 1.0 to 6.3.
  ///
  /// The format's number is not checked: a missing key has the default that Xcode shows, and an
  /// unknown key is ignored. `introductoryOffers` take precedence over `introductoryOffer`. The text is
  /// UTF-8 without a byte order mark, as Xcode writes it, and no object repeats a key. Error messages call
  /// the file `file`.
  ///
  /// - Throws: A ``CatalogueError`` for the first value that is wrong.
  package static func read(_ data: Data, file: String) throws(CatalogueError) -> Catalogue {
    func catalogueError(_ issue: CatalogueIssue) -> CatalogueError {
      CatalogueError(file: file, place: issue.place, problem: issue.problem)
    }
    do {
      guard data.count <= sizeLimit else {
        throw CatalogueIssue(place: "", problem: .tooLarge(bytes: data.count))
      }
      return try ParsedJSON(data).decode(ConfigurationFile.self).catalogue()
    } catch let issue as CatalogueIssue {
      throw catalogueError(issue)
    } catch let error as JSONError {
      throw catalogueError(CatalogueIssue(error, in: data))
    } catch let error as DecodingError {
      throw catalogueError(CatalogueIssue(error))
    } catch {
      throw catalogueError(CatalogueIssue(notJSON: String(describing: error)))
    }
  }
}
