import AppStorePayloads
import Foundation
import StoreAPI
import Testing

@testable import OpenStoreKit

@Suite struct ErrorMappingTests {
  @Test func `a store that cannot be reached is a network error with the reason in it`() throws {
    let error = StoreError.unavailable(reason: "no route").storeKitError
    guard case .networkError(let reason) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(reason.localizedDescription == "the store does not answer: no route")
  }

  @Test func `a purchase of what is not sold says so in StoreKit's words`() {
    #expect(
      StoreError.unknownProduct(productID: "x").purchaseError as? Product.PurchaseError
        == .productUnavailable)
    #expect(
      StoreError.invalidQuantity(11, allowed: 1...10).purchaseError as? Product.PurchaseError
        == .invalidQuantity)
  }

  @Test func `a refusal that StoreKit has no case for keeps its sentence`() {
    let error = StoreError.unauthorized
    #expect(error.storeKitError.localizedDescription == error.description)
  }

  @Test(arguments: [
    (
      SignatureError.wrongDevice,
      VerificationResult<Transaction>.VerificationError.invalidDeviceVerification
    ),
    (.untrustedRoot, .invalidCertificateChain),
    (.signatureMismatch, .invalidSignature),
    (.criticalHeader, .invalidEncoding),
    (.wrongBundle("x"), .missingRequiredProperties),
  ])
  func `each kind of forgery is one of StoreKit's six`(
    forgery: SignatureError, error: VerificationResult<Transaction>.VerificationError
  ) {
    #expect(VerificationResult<Transaction>.VerificationError(forgery) == error)
  }
}
