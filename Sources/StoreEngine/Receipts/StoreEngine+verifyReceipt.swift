package import AppStorePayloads
package import AppStoreServerAPI
import Foundation
import StoreAPI

extension StoreEngine: VerifyReceiptAPI {
  /// Verifies a receipt of any customer of this store; see
  /// ``AppStoreServerAPI/VerifyReceiptAPI/verifyReceipt(_:in:)``.
  ///
  /// Nothing is read or settled before it is known that this store has signed the receipt, because the
  /// request needs no token.
  package func verifyReceipt(
    _ request: VerifyReceiptRequest, in environment: StoreEnvironment
  ) async -> VerifyReceiptResponse {
    let receipt: ReceiptPayload
    do throws(ReceiptStatus) {
      receipt = try await authenticated(request.receipt)
      if let status = ReceiptStatus(receipt, sentTo: environment) { throw status }
    } catch {
      return VerifyReceiptResponse(error)
    }
    let verification = ReceiptVerification(engine: self, request: request, receipt: receipt)
    do throws(ReceiptStatus) {
      return try await verification.response()
    } catch {
      return VerifyReceiptResponse(error, environment: receipt.environment)
    }
  }

  /// Returns the contents of a receipt that this store has signed.
  private func authenticated(_ receipt: Data) async throws(ReceiptStatus) -> ReceiptPayload {
    let verified: Result<ReceiptPayload, ReceiptError>
    do throws(StoreError) {
      verified = try await workQueue.run(of: .nobody) { () throws(StoreError) in
        await receiptVerifier.contents(of: receipt)
      }
    } catch {
      throw .unavailable
    }
    switch verified {
    case .success(let payload): return payload
    case .failure(let error): throw ReceiptStatus(error)
    }
  }
}

extension ReceiptVerifier {
  /// Returns the contents of a receipt file, or the reason why they cannot be trusted.
  fileprivate func contents(of receipt: Data) async -> Result<ReceiptPayload, ReceiptError> {
    do throws(ReceiptError) {
      return .success(try await SignedReceipt(receipt).verified(by: self))
    } catch {
      return .failure(error)
    }
  }
}
