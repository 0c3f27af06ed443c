package import StoreAPI
package import StoreOperatorAPI

extension ClockMove: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "ClockMove",
    [.object(nil, ["by": .duration]), .object(nil, ["to": .date])])
}

extension OperatorProgress: SchemaCodable {}

extension OperatorSettings: SchemaCodable {
  package static let schema: Schema = {
    let fields = SchemaReader(Self.self).optional
    // A store of any version has these.
    let names: Set = ["pace", "isRenewalLimited", "gracePeriod", "renewalsFail"]
    return .object(
      "OperatorSettings", fields.filter { names.contains($0.key) },
      optional: fields.filter { !names.contains($0.key) })
  }()
}

extension NotificationSettings: SchemaCodable {}
extension NotificationVersion: SchemaCodable {}

extension SimulatedErrors: SchemaCodable {
  /// The errors that are simulated, each under its call.
  package static var schema: Schema {
    .object(
      "SimulatedErrors", [:],
      optional: SimulatedAPI.allCases.reduce(into: [:]) { $0[$1.rawValue] = SimulatedError.schema })
  }
}

extension SimulatedError: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["urlErrorCode": .integer])
}

extension ConsentRequirement: SchemaCodable {
  package static let schema = Schema.cases(of: Self.self, CodingKeys.self)
}

extension OfferCodeRequest: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["number": .integer])
}

extension OperatorOrder: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["id": .transactionID])
}

extension OperatorFamily.Member: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, named: "OperatorFamilyMember")
}

extension OperatorPurchase: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["account": .name])
}

extension SubscriptionReference: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "SubscriptionReference",
    [
      .object(nil, ["productID": .string], optional: ["account": .name]),
      .object(nil, ["transactionID": .transactionID]),
    ])
}

extension SentNotification: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["transactionID": .transactionID])
}

extension SettledEvent: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["transactionID": .transactionID])
}

extension CatalogueChange: SchemaCodable {}
extension CatalogueChange.Aspect: SchemaCodable {}
extension GracePeriod: SchemaCodable {}
extension GracePeriodRenewalType: SchemaCodable {}
extension OfferCode: SchemaCodable {}
extension NotificationAttempt: SchemaCodable {}
extension OperatorAPIKey: SchemaCodable {}
extension OperatorAccount: SchemaCodable {}
extension OperatorFamily: SchemaCodable {}
extension OperatorPurchase.RenewalBehavior: SchemaCodable {}
extension OperatorSubscription: SchemaCodable {}
extension OperatorTransaction: SchemaCodable {}
extension PriceChangeCounts: SchemaCodable {}
extension PriceChangePolicy: SchemaCodable {}
extension SettledEvent.Kind: SchemaCodable {}
extension SimulatedAPI: SchemaCodable {}
extension SimulatedError.Name: SchemaCodable {}
extension TransactionNotification: SchemaCodable {}
