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
    ])
}

extension RenewalCharge: SchemaCodable {
  package static let schema = Schema.object(
    "RenewalCharge", ["productID": .string, "price": .number])
}
