package import StoreAPI

extension OperatorCommand: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "OperatorCommand", CodingKeys.allCases.map(\.form.schema))

  /// Every fault with which some command is refused.
  static let refusals: [FaultCode] = {
    let all = Set(CodingKeys.allCases.flatMap(\.form.refusals))
    return FaultCode.allCases.filter(all.contains)
  }()
}

extension OperatorCommand.CodingKeys {
  /// What the document says of a command.
  fileprivate struct Form {
    let schema: Schema
    let refusals: [FaultCode]
  }

  fileprivate var form: Form {
    switch self {
    case .clock: form("Answers with the store's time.", .done)
    case .setClock:
      form("Stops the clock, or lets it run on.", .done, ["frozen": .boolean])
    case .advance:
      form(
        "Moves the clock forward; everything due in between happens at its own time.", .advanced,
        ["move": ClockMove.schema], refusing: [.clockMovedBackwards, .clockBeyondCertificates])
    case .transactions:
      form(
        "Lists every transaction of the store, or of one account, newest first.", .transactions,
        optional: ["account": .name], refusing: [.unknownAccount])
    case .refund:
      form(
        "Gives back what is left of a transaction's price, and takes away what it paid for.",
        .refunded, ["transactionID": .transactionID],
        refusing: [.unknownTransaction, .alreadyRefunded, .nothingToRefund])
    case .expire:
      form(
        "Ends the current period of a subscription now, with renewal off.", .expired,
        ["subscription": SubscriptionReference.schema],
        refusing: SubscriptionReference.refusals)
    case .disableAutoRenew:
      form(
        "Turns off the renewal of a subscription.", .renewal,
        ["subscription": SubscriptionReference.schema], refusing: SubscriptionReference.refusals)
    case .enableAutoRenew:
      form(
        "Turns on the renewal of a subscription again.", .renewal,
        ["subscription": SubscriptionReference.schema], refusing: SubscriptionReference.refusals)
    case .accounts: form("Lists every account of the store.", .accounts)
    case .addAccount:
      form(
        "Makes an account with a password, for a customer to sign in to.", .accountAdded,
        ["credentials": Credentials.schema],
        refusing: [.invalidName, .invalidPassword, .accountExists, .tooManyAttempts])
    case .signOut:
      form(
        "Revokes every sign-in of an account; answers how many there were.", .signedOut,
        ["account": .name], refusing: [.unknownAccount])
    case .removeDevice:
      form(
        "Signs a customer's device out for good.", .deviceRemoved,
        ["device": .name, "account": .name], refusing: [.unknownAccount, .unknownDevice])
    case .reset: form("Forgets all purchases and begins a new epoch.", .done)
    }
  }

  private func form(
    _ summary: String, _ result: OperatorResult.CodingKeys, _ required: [String: Schema] = [:],
    optional: [String: Schema] = [:], refusing refusals: [FaultCode] = []
  ) -> Form {
    let name = rawValue.prefix(1).uppercased() + rawValue.dropFirst() + "Command"
    let parameters = Schema.object(nil, required, optional: optional)
    var record = Schema.Record(name: name, required: [rawValue: parameters], optional: [:])
    record.command = Schema.Command(
      summary: summary, result: result.rawValue, refusals: refusals.map(\.rawValue))
    return Form(schema: .record(record), refusals: refusals)
  }
}

extension SubscriptionReference: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "SubscriptionReference",
    [
      .object(nil, ["productID": .string], optional: ["account": .name]),
      .object(nil, ["transactionID": .transactionID]),
    ])

  /// The faults of every command that names a subscription.
  fileprivate static let refusals: [FaultCode] = [
    .unknownAccount, .unknownTransaction, .severalSubscribers, .notSubscribed,
  ]
}
