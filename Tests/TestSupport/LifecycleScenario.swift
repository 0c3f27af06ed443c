package import AppStorePayloads
import StoreAPI
package import StoreEngine
package import StoreOperatorAPI

/// How something happens in the life of a plan: steps on a store, and the notification that the last
/// of them leads to.
///
/// Each row of the table of notifications that concerns a plan's life is one scenario. A test can show
/// what the store records, and another one what a customer sees.
package struct LifecycleScenario: Sendable {
  /// An action of the customer or the operator, or the passing of time.
  package enum Step: Sendable {
    case buy(String)
    /// The customer buys with a promotional offer, which the app's server signs.
    case redeem(String, offer: String)
    /// The customer redeems a new code of this code offer, or of this product.
    case redeemCode(String)
    case advance(String)
    case command(OperatorCommand)
    /// The operator refunds the customer's latest transaction.
    case refundLatest
    /// The customer asks for the refund of their latest transaction, for a legal reason.
    case askForRefund
    /// The operator declines the request for the refund of the latest transaction.
    case declineRefund
    /// The operator takes the refund of the latest transaction back.
    case reverseRefund
    /// Everything is family shareable, and `bob`, whose family the customer joins, has an account.
    case beginFamily
    /// `bob` buys.
    case familyBuys(String)
    /// The operator refunds the latest transaction of `bob`.
    case refundFamily
    /// The operator takes the refund of the latest transaction of `bob` back.
    case reverseFamilyRefund
    /// The developer's server extends all active subscribers of a product; the extension completes.
    case extendAll(String)
  }

  /// The type and the subtype, and what happens if several scenarios have them.
  package let name: String
  package let steps: [Step]
  package let notification: StoreNotification
  /// The latest transaction of the group, or the purchase: product, reason, price and dates.
  package let transaction: String
  /// `nil` for a product that is no plan.
  package let renewalInfo: String?
  /// `nil` for a product that is no plan.
  package let status: SubscriptionStatusCode?

  package init(
    _ notification: StoreNotification, when circumstance: String = "", steps: [Step],
    transaction: String, renewalInfo: String? = nil, status: SubscriptionStatusCode? = nil
  ) {
    name = [notification.type.rawValue, notification.subtype?.rawValue ?? "", circumstance]
      .filter { !$0.isEmpty }.joined(separator: " ")
    self.steps = steps
    self.notification = notification
    self.transaction = transaction
    self.renewalInfo = renewalInfo
    self.status = status
  }
}

extension LifecycleScenario: CustomStringConvertible {
  package var description: String { name }
}
