import StoreAPI
package import StoreOperatorAPI

extension OperatorCommand: SchemaCodable {
  package static let schema: Schema = {
    let samples = SchemaSamples()
    return .oneOf(
      name: "OperatorCommand", OperatorControls.all.map { .record(record(of: $0, samples)) })
  }()

  /// The errors of all controls.
  static let refusals: [StoreErrorCode] = {
    let all = Set(OperatorControls.all.flatMap { $0.errors })
    return StoreErrorCode.allCases.filter(all.contains)
  }()

  private static func record<Control: OperatorControl>(
    of type: Control.Type, _ samples: SchemaSamples
  ) -> Schema.Record {
    let (name, fields) = (type.name, SchemaReader(type, narrowedFields, samples: samples))
    let parameters = Schema.object(nil, fields.required, optional: fields.optional)
    return Schema.Record(
      name: name.prefix(1).uppercased() + name.dropFirst() + "Command",
      required: [name: parameters], optional: [:],
      command: Schema.Command(
        summary: type.summary, result: type.result.rawValue, refusals: type.errors))
  }

  /// The parameters that accept only some values of their type.
  private static let narrowedFields: [String: Schema] = [
    "account": .name, "device": .name, "organizer": .name, "orderID": .transactionID,
    "price": .number, "revision": .revision, "transactionID": .transactionID,
  ]
}

extension OperatorResult: SchemaCodable {
  package static let schema: Schema = {
    let samples = SchemaSamples()
    let forms = Name.allCases.map { name in
      let fields = SchemaReader(
        Self.self, only: name.rawValue, name.narrowedFields, samples: samples)
      let values = Schema.object(nil, fields.required, optional: fields.optional)
      return Schema.object(nil, [name.rawValue: values])
    }
    return .oneOf(name: "OperatorResult", forms)
  }()
}

extension OperatorResult.Name {
  /// The fields that have only some values of their type: counts, revisions, lists with a limit.
  fileprivate var narrowedFields: [String: Schema] {
    var fields: [String: Schema] = [
      "events": .whole, "revision": .revision, "signIns": .whole, "subscribers": .whole,
      "version": .whole,
    ]
    switch self {
    case .offerCodes: fields["list"] = .array(OfferCode.schema, atMost: OfferCode.listLimit)
    case .transactions:
      fields["list"] = .array(OperatorTransaction.schema, atMost: HistoryPage.limit)
    case .subscriptions:
      fields["list"] = .array(OperatorSubscription.schema, atMost: HistoryPage.limit)
    default: break
    }
    return fields
  }
}
