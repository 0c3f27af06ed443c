package import Foundation

extension Catalogue {
  /// A larger file is refused before it is decoded: 4 MiB.
  package static let sizeLimit = 4 * 1024 * 1024

  /// The catalogue that a StoreKit configuration file describes, of any format from 1.0 to 6.3.
  ///
  /// The format's number does not matter: whatever a file lacks has the default that Xcode shows,
  /// and unknown keys are ignored. `introductoryOffers` go before `introductoryOffer`.
  ///
  /// Throws the first thing that is wrong; messages call the file `file`.
  package static func read(_ data: Data, file: String) throws(CatalogueFault) -> Catalogue {
    do {
      guard data.count <= sizeLimit else {
        throw Misfit(place: "", problem: .tooLarge(bytes: data.count))
      }
      return try JSONDecoder().decode(ConfigurationFile.self, from: data).catalogue()
    } catch let error as DecodingError {
      let misfit = Misfit(error)
      throw CatalogueFault(file: file, place: misfit.place, problem: misfit.problem)
    } catch let misfit as Misfit {
      throw CatalogueFault(file: file, place: misfit.place, problem: misfit.problem)
    } catch {
      throw CatalogueFault(file: file, place: "", problem: .notJSON("\(error)"))
    }
  }
}

/// A ``CatalogueFault`` that does not know its file yet.
struct Misfit: Error {
  var place: String
  var problem: CatalogueFault.Problem
}

extension Misfit {
  init(at path: [any CodingKey], _ problem: CatalogueFault.Problem) {
    self.init(place: Self.place(path), problem: problem)
  }

  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(at: context.codingPath + [key], .missing)
    case .valueNotFound(_, let context):
      self.init(at: context.codingPath, .missing)
    case .typeMismatch(let type, let context):
      self.init(at: context.codingPath, .wrongKind(needed: Self.kind(type)))
    case .dataCorrupted(let context):
      self.init(corruption: context)
    @unknown default:
      self.init(place: "", problem: .notJSON(String(describing: error)))
    }
  }

  private init(corruption context: DecodingError.Context) {
    guard let underlying = context.underlyingError as? NSError else {
      self.init(at: context.codingPath, .unreadable(context.debugDescription))
      return
    }
    let reason = underlying.userInfo[NSDebugDescriptionErrorKey] as? String
    self.init(at: context.codingPath, .notJSON(reason ?? context.debugDescription))
  }

  /// The path as one would write it in JavaScript.
  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { place, key in
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += place.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }

  private static func kind(_ type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is Int.Type: "a whole number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
