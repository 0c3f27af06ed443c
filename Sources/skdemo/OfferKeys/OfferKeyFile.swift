import AppStorePayloads
import DemoApp
import Foundation
import OpenStoreKit
import PrivateFiles
import StoreEngine

/// A key with which an app's server signs offers, as `skdemo store offer-key create --json` prints it.
struct OfferKeyFile: Codable {
  var id: String
  var privateKey: String

  /// Reads the key from a file that nobody else can read.
  ///
  /// - Throws: `ExposedFileError` if another user can read it, and ``CommandFailure`` if there is no key.
  init(path: String) throws {
    let file = URL(filePath: path)
    try PrivateFile.checkSecret(file)
    guard let data = try? Data(contentsOf: file),
      let key = try? JSONDecoder().decode(OfferKeyFile.self, from: data),
      (try? key.signer) != nil
    else {
      throw CommandFailure(
        code: "offerKey",
        message: """
          '\(path)' does not hold an offer key: save the output of skdemo store offer-key create --json \
          in it
          """)
    }
    self = key
  }

  init(id: String, privateKey: String) {
    self.id = id
    self.privateKey = privateKey
  }

  private var signer: OfferSigningKey {
    get throws {
      try OfferSigningKey(keyID: id, pem: privateKey, bundleID: StoreEngine.defaultBundleID)
    }
  }
}

extension OfferKeyFile: OfferSigner {
  func signature(
    for offerID: String, of productID: Product.ID
  ) async throws -> Product.SubscriptionOffer.Signature {
    let signed = try signer.signature(for: offerID, of: productID, nonce: UUID(), at: Date())
    return Product.SubscriptionOffer.Signature(
      keyID: signed.keyID, nonce: signed.nonce.uuid, timestamp: Int(signed.timestamp),
      signature: Data(base64Encoded: signed.signature) ?? Data())
  }
}
