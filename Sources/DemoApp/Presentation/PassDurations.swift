package import Foundation
import OpenStoreKit

extension Presentation {
  /// Checks the durations of passes in the catalogue file that a person names.
  ///
  /// Otherwise such a pass would last a year, without an error.
  ///
  /// - Throws: ``PassDurationError`` for the first product whose duration cannot be read.
  package static func checkDurations(in data: Data) throws(PassDurationError) {
    guard let file = FileJSON.decodeTexts(PassDurations.self, from: data) else { return }
    let products = file.presentation?.value?.products?.value ?? [:]
    for (id, look) in products.sorted(by: { $0.key < $1.key }) {
      guard let duration = look.value?.duration else { continue }
      guard let text = duration.value, DateComponents(duration: text) != nil else {
        throw PassDurationError(productID: id, text: duration.value)
      }
    }
  }
}

/// An unreadable duration in the presentation of a catalogue file.
package struct PassDurationError: Error, Hashable, CustomStringConvertible {
  let productID: String
  /// `nil` if it is not a string.
  let text: String?

  package var description: String {
    let found = text.map { "'\($0)'" } ?? "not a text"
    return
      "presentation.products.\(productID).duration is \(found): write years, months, weeks and "
      + "days as in P1Y, P6M, P2W or P1M2D"
  }
}

/// The durations of passes in a catalogue file.
private struct PassDurations: Decodable {
  struct Looks: Decodable {
    let products: Lenient<[String: Lenient<Look>]>?
  }

  struct Look: Decodable {
    let duration: Lenient<String>?
  }

  let presentation: Lenient<Looks>?
}
