import Foundation
import StoreAPI
import Testing

@testable import OpenStoreKit

@Suite struct SKErrorTests {
  @Test func `an error is matched by its code, its number and its domain`() {
    let error: any Error = SKError(.paymentCancelled)

    #expect((error as? SKError)?.code == .paymentCancelled)
    #expect((error as NSError).code == 2)
    #expect((error as NSError).domain == SKErrorDomain)
    #expect(error.localizedDescription == "The payment was cancelled.")
    #expect(SKError.Code(rawValue: 18) == .ineligibleForOffer)
  }

  @Test(arguments: [
    SKError(.paymentCancelled) as any Error, NSError(domain: SKErrorDomain, code: 2),
  ])
  func `a catch clause matches the code of an error`(error: any Error) {
    do {
      throw error
    } catch SKError.paymentInvalid {
      Issue.record("it is another error")
    } catch SKError.paymentCancelled {
      return
    } catch {
      Issue.record("it is not matched")
    }
  }

  @Test func `an error keeps what the app adds to it`() {
    let error = SKError(.unknown, userInfo: [NSLocalizedDescriptionKey: "Try again.", "count": 3])

    #expect(error.localizedDescription == "Try again.")
    #expect(error.errorUserInfo["count"] as? Int == 3)
    #expect(error == SKError(.unknown) && error != SKError(.paymentInvalid))
  }

  @Test func `StoreKit 2's errors have a code of original StoreKit, and keep their reason`() {
    let errors: [(any Error, SKError.Code)] = [
      (StoreKitError.userCancelled, .paymentCancelled),
      (StoreError.unavailable(reason: "the line is cut"), .cloudServiceNetworkConnectionFailed),
      (StoreKitError.notAvailableInStorefront, .storeProductNotAvailable),
      (Product.PurchaseError.productUnavailable, .storeProductNotAvailable),
      (Product.PurchaseError.invalidQuantity, .paymentInvalid),
      (Product.PurchaseError.purchaseNotAllowed, .paymentNotAllowed),
      (Product.PurchaseError.invalidOfferIdentifier, .invalidOfferIdentifier),
      (Product.PurchaseError.invalidOfferSignature, .invalidSignature),
      (Product.PurchaseError.missingOfferParameters, .missingOfferParams),
      (Product.PurchaseError.invalidOfferPrice, .invalidOfferPrice),
      (Product.PurchaseError.ineligibleForOffer, .ineligibleForOffer),
      (CancellationError(), .unknown), (SKError(.overlayTimeout), .overlayTimeout),
    ]
    for (error, code) in errors { #expect(SKError(error).code == code) }
    let refused = SKError(Product.PurchaseError.productUnavailable)
    #expect(refused.errorDescription == "This product is not for sale.")
    #expect(refused.userInfo[NSUnderlyingErrorKey] is Product.PurchaseError)
  }
}
