package import StoreAPI

extension CustomerCommand: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "CustomerCommand",
    [
      .object(nil, ["disableAutoRenew": .object(nil, ["groupID": .string])]),
      .object(
        nil,
        [
          "enableAutoRenew": .object(
            nil, ["groupID": .string, "productID": .string], optional: ["price": .number])
        ]),
      .object(
        nil,
        [
          "answerPriceIncrease": .object(
            nil, ["groupID": .string, "price": .number, "isAccepted": .boolean])
        ]),
      .object(nil, ["fixPayment": .object(nil, ["charges": .array(RenewalCharge.schema)])]),
      .object(
        nil,
        ["setFamilySharing": .object(nil, ["groupID": .string, "isOn": .boolean])]),
      .object(
        nil,
        [
          "requestRefund": .object(
            nil,
            [
              "transactionID": .askedTransactionID, "requestID": .uuid,
              "reason": RefundReason.schema,
            ], optional: ["text": .string])
        ]),
    ])
}

extension RenewalCharge: SchemaCodable {
  package static let schema = Schema.object(
    "RenewalCharge", ["productID": .string, "price": .number])
}

extension RefundReason {
  static let schema = Schema.choice(allCases.map(\.rawValue))
}

extension RefundRequestState {
  static let schema = Schema.openChoice(
    allCases.filter { $0 != .unknown }.map(\.rawValue))
}

extension RefundRequest: SchemaCodable {
  package static let schema = Schema.object(
    "RefundRequest",
    [
      "id": .uuid, "date": .date, "reason": RefundReason.schema,
      "state": RefundRequestState.schema,
    ], optional: ["text": .string])
}
