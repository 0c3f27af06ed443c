import StoreAPI
package import StoreOperatorAPI

extension OperatorCommand: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "OperatorCommand", OperatorControls.all.map { .record(record(of: $0)) })

  /// The errors of all controls.
  static let refusals: [StoreErrorCode] = {
    let all = Set(OperatorControls.all.flatMap { $0.errors })
    return StoreErrorCode.allCases.filter(all.contains)
  }()

  private static func record<Control: OperatorControl>(of type: Control.Type) -> Schema.Record {
    let name = type.name
    return Schema.Record(
      name: name.prefix(1).uppercased() + name.dropFirst() + "Command",
      required: [name: SchemaReader(type, shapes).object(nil)], optional: [:],
      command: Schema.Command(
        summary: type.summary, result: type.result.rawValue, refusals: type.errors))
  }

  /// The shapes of parameters that differ from the shapes of their types.
  private static let shapes: [String: Schema] = [
    "account": .name, "days": .integer, "device": .name, "orderID": .transactionID,
    "organizer": .name, "price": .number, "revision": .revision, "transactionID": .transactionID,
  ]
}

extension OperatorResult: SchemaCodable {
  package static let schema = Schema.cases(of: Self.self, Name.self) { name in
    switch name {
    case .offerCodes: ["list": .array(OfferCode.schema, atMost: OfferCode.listLimit)]
    case .apiKeys: ["list": .array(OperatorAPIKey.schema, atMost: OperatorAPIKey.listLimit)]
    case .sentNotifications:
      ["list": .array(SentNotification.schema, atMost: SentNotification.listLimit)]
    case .transactionNotifications:
      [
        "list": .array(
          TransactionNotification.schema, atMost: TransactionNotification.listLimit)
      ]
    case .transactions: page(of: OperatorTransaction.schema)
    case .subscriptions: page(of: OperatorSubscription.schema)
    default: ["revision": .revision]
    }
  }

  private static func page(of element: Schema) -> [String: Schema] {
    ["list": .array(element, atMost: HistoryPage.limit), "revision": .revision]
  }
}
