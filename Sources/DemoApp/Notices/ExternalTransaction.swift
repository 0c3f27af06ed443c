import Foundation
import OpenStoreKit

/// A transaction that this run of the app did not buy: a renewal, a refund, an approval, or a
/// purchase on another device.
package struct ExternalTransaction: Equatable, Sendable {
  package let owned: Owned
  package internal(set) var isRenewal = false
  package internal(set) var quantity = 1
}
