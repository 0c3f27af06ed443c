package import StoreAPI

extension CustomerCommand: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "CustomerCommand",
    [
      .object(nil, ["disableAutoRenew": .object(nil, ["groupID": .string])]),
      .object(nil, ["enableAutoRenew": .object(nil, ["groupID": .string])]),
      .object(
        nil,
        [
          "answerPriceIncrease": .object(nil, ["groupID": .string, "isAccepted": .boolean])
        ]),
      .object(nil, ["fixPayment": .object(nil)]),
    ])
}
