import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// One action of a run of a scenario.
enum ScenarioAction: Hashable, Sendable {
  /// The store's operator performs a command.
  case control(OperatorCommand)
  /// The operator decides about a purchase.
  case decide(RefundDecision, about: Purchase)
  /// The customer requests a refund.
  case requestRefund(of: Purchase, requestID: LowercaseUUID, reason: RefundReason)

  /// The latest transaction of a product that an account has.
  struct Purchase: Hashable, Sendable {
    var account: String
    var productID: String
  }

  enum RefundDecision: Hashable, Sendable {
    case refund, decline, reverse

    /// Returns the command for the transaction with this ID.
    func command(about id: TransactionID) -> OperatorCommand {
      switch self {
      case .refund: .refund(transactionID: id)
      case .decline: .declineRefund(transactionID: id)
      case .reverse: .reverseRefund(transactionID: id)
      }
    }
  }
}

extension ScenarioCommand {
  /// Returns what the command does for the accounts of a run.
  ///
  /// - Throws: ``ScenarioError/unknownCustomer(name:)``.
  func action(
    of customers: [ScenarioPlan.Customer], _ makeUUID: () -> UUID
  ) throws(ScenarioError) -> ScenarioAction {
    let accounts = ScenarioAccounts(customers: customers)
    return switch self {
    case .buy(let customer, let productID, let quantity, let offer, let token):
      .control(
        .buy(
          purchase: OperatorPurchase(
            order: Order(
              key: OrderKey(makeUUID()), productID: productID, quantity: quantity ?? 1,
              appAccountToken: token, offer: offer),
            account: try accounts.account(of: customer))))
    case .requestRefund(let customer, let productID, let reason):
      .requestRefund(
        of: try accounts.purchase(customer, productID), requestID: LowercaseUUID(makeUUID()),
        reason: reason ?? .unintendedPurchase)
    case .refund(let customer, let productID):
      .decide(.refund, about: try accounts.purchase(customer, productID))
    case .declineRefund(let customer, let productID):
      .decide(.decline, about: try accounts.purchase(customer, productID))
    case .reverseRefund(let customer, let productID):
      .decide(.reverse, about: try accounts.purchase(customer, productID))
    case .addFamilyMember(let customer, let organizer):
      .control(
        .addFamilyMember(
          account: try accounts.account(of: customer),
          organizer: try accounts.account(of: organizer)))
    case .removeFamilyMember(let customer):
      .control(.removeFamilyMember(account: try accounts.account(of: customer)))
    case .setGracePeriod(let days): .control(.setGracePeriod(gracePeriod: days))
    case .renew(let customer, let productID):
      .control(.renew(subscription: try accounts.plan(customer, productID)))
    case .expire(let customer, let productID):
      .control(.expire(subscription: try accounts.plan(customer, productID)))
    case .disableAutoRenew(let customer, let productID):
      .control(.disableAutoRenew(subscription: try accounts.plan(customer, productID)))
    case .enableAutoRenew(let customer, let productID):
      .control(.enableAutoRenew(subscription: try accounts.plan(customer, productID)))
    case .failBilling(let customer, let productID):
      .control(.failBilling(subscription: try accounts.plan(customer, productID)))
    case .recoverBilling(let customer, let productID):
      .control(.recoverBilling(subscription: try accounts.plan(customer, productID)))
    case .extend(let customer, let productID, let days):
      .control(.extend(subscription: try accounts.plan(customer, productID), days: days))
    case .answerPriceIncrease(let customer, let productID, let isAccepted):
      .control(
        .answerPriceIncrease(
          subscription: try accounts.plan(customer, productID), isAccepted: isAccepted))
    }
  }
}

/// The accounts that a run has made for the customers of a scenario.
private struct ScenarioAccounts {
  let customers: [ScenarioPlan.Customer]

  func account(of name: String) throws(ScenarioError) -> String {
    guard let customer = customers.first(where: { $0.name == name }) else {
      throw .unknownCustomer(name: name)
    }
    return customer.account
  }

  func purchase(
    _ name: String, _ productID: String
  ) throws(ScenarioError) -> ScenarioAction.Purchase {
    ScenarioAction.Purchase(account: try account(of: name), productID: productID)
  }

  func plan(
    _ name: String, _ productID: String
  ) throws(ScenarioError) -> SubscriptionReference {
    .product(productID, account: try account(of: name))
  }
}
