/// The operator's controls.
package enum OperatorControls {
  /// Every control, in the order of the OpenAPI document.
  package static let all: [any OperatorControl.Type] =
    OperatorCommand.ofTime + OperatorCommand.ofSettings + OperatorCommand.ofCatalogue
    + OperatorCommand.ofOfferCodes + OperatorCommand.ofLists + OperatorCommand.ofOrders
    + OperatorCommand.ofTransactions + OperatorCommand.ofSubscriptions
    + OperatorCommand.ofAccounts + OperatorCommand.ofFamilies + OperatorCommand.ofReset
    + OperatorCommand.ofAPIKeys + OperatorCommand.ofSentNotifications

  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
