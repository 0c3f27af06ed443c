import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

extension Catalogue {
  /// SK Demo's products; one plan has a win-back offer.
  static func winningBack(_ productID: String) throws -> Catalogue {
    var catalogue = try skdemo()
    let month = try #require(Period("P1M"))
    for index in catalogue.products.indices where catalogue.products[index].id == productID {
      catalogue.products[index].subscription?.winBackOffers = [
        StoreOffer(
          id: "comeback", type: .winBack, discountType: .payUpFront, price: 1, period: month)
      ]
    }
    return catalogue
  }
}
