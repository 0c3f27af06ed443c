package import Foundation

extension Catalogue {
  /// A larger file is refused before it is decoded: 4 MiB.
  package static let sizeLimit = 4 * 1024 * 1024

  /// The catalogue that a StoreKit configuration file describes, of any format from 1.0 to 6.3.
  ///
  /// The format's number does not matter: whatever a file lacks has the default that Xcode shows,
  /// and unknown keys are ignored. `introductoryOffers` go before `introductoryOffer`.
  ///
  /// - Throws: The first thing that is wrong; messages call the file `file`.
  package static func read(_ data: Data, file: String) throws(CatalogueFault) -> Catalogue {
    func fault(_ misfit: CatalogueIssue) -> CatalogueFault {
      CatalogueFault(file: file, place: misfit.place, problem: misfit.problem)
    }
    do {
      guard data.count <= sizeLimit else {
        throw CatalogueIssue(place: "", problem: .tooLarge(bytes: data.count))
      }
      return try JSONDecoder().decode(ConfigurationFile.self, from: data).catalogue()
    } catch let misfit as CatalogueIssue {
      throw fault(misfit)
    } catch let error as DecodingError {
      throw fault(CatalogueIssue(error, in: data))
    } catch {
      throw fault(CatalogueIssue(notJSON: String(describing: error)))
    }
  }
}
