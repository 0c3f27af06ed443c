import AppStorePayloads
import Foundation
import OpenStoreKit

/// Reads the app receipt, which it validates on the device, and sends it to the app's server.
///
/// It never asks for a new receipt: that would ask the customer for their password.
struct ReceiptReader: Sendable {
  /// The version of SK Demo in the App Store.
  static let appVersion = "1.0"

  let session: StoreSession
  /// The version of the app in the App Store.
  let appVersion: String
  /// `nil` if the app has no server.
  let server: (any ReceiptServer)?

  /// Reads the receipt as it is now.
  ///
  /// - Parameter isOnline: Whether the store answers; if not, the server is not asked.
  /// - Returns: What is known about the customer.
  func read(isOnline: Bool) async -> ReceiptFacts {
    guard let file = try? Data(contentsOf: session.receiptURL) else { return ReceiptFacts() }
    do throws(ReceiptError) {
      let receipt = try await session.receiptValidation(of: appVersion)
        .validate(file, at: session.now)
      return await facts(of: receipt, file, isOnline: isOnline)
    } catch {
      return ReceiptFacts(refused: error)
    }
  }

  private func facts(
    of receipt: ReceiptPayload, _ file: Data, isOnline: Bool
  ) async -> ReceiptFacts {
    guard !receipt.inAppPurchases.isEmpty else { return ReceiptFacts() }
    guard let server else {
      return ReceiptFacts(receipt, withoutAnswer: "the app has no server that verifies receipts")
    }
    guard isOnline else {
      return ReceiptFacts(receipt, withoutAnswer: "the store cannot be reached")
    }
    do {
      let body = try await server.verifyReceipt(file)
      let answer = try JSONDecoder().decode(VerifyReceiptAnswer.self, from: body)
      guard answer.status == 0 else {
        return ReceiptFacts(
          receipt, withoutAnswer: "verifyReceipt answered with the status \(answer.status)")
      }
      return ReceiptFacts(answer)
    } catch {
      return ReceiptFacts(receipt, withoutAnswer: Notice.reason(error))
    }
  }
}
