import StoreAPI
import TaskScheduling

// The commands that a customer gives in a sheet about subscriptions.
extension StoreSession {
  /// Shows a sheet and performs the command that the customer chooses.
  ///
  /// If the sheet is outdated when the command arrives, it is made again and shown once more, like
  /// the sheet of a purchase.
  ///
  /// - Parameter content: Reads the content of the sheet; `nil` if there is nothing to ask.
  /// - Returns: The customer's action.
  /// - Throws: ``StoreKitError``: `networkError` if the store cannot be reached, or if it is not
  ///   known whether it has performed the command, or will.
  func askCustomer(
    _ content: () async throws -> SubscriptionSheet.Content?
  ) async throws -> SheetOutcome {
    var mayAskAgain = true
    while let content = try await content() {
      let sheet = sheet(content)
      guard let command = await sheets.choose(in: sheet)?.command else { return .declined }
      let end = await perform(command, chosenIn: sheet)
      await sheets.finish(sheet, failure: end.failure)
      guard end.isOutdated, mayAskAgain else { return try end.outcome }
      mayAskAgain = false
    }
    return .unchanged
  }

  /// Performs a command in a task of its own, because the command outlives a cancelled screen, and
  /// then asks for the customer's purchases.
  private func perform(
    _ command: CustomerCommand, chosenIn sheet: SubscriptionSheet
  ) async -> CommandOutcome {
    await Task.onCurrentExecutor { [self] in
      let answer = await send(command)
      let isFulfilled = await purchases().map { purchases in
        command.isFulfilled(for: sheet.content.plans, in: purchases.subscriptions, at: now)
      }
      let end = CommandOutcome(answer, isFulfilled: isFulfilled)
      if case .unknown(let error) = end {
        environment.diagnose(
          .failed(doing: "asking for the result of a customer's command", reason: error.description)
        )
      }
      return end
    }.value
  }

  private func send(_ command: CustomerCommand) async -> Result<Bool, StoreError> {
    // The charges of a payment have transaction IDs too.
    if case .fixPayment = command { await detectRollback() }
    do throws(StoreError) {
      let answer = try await ask { backend throws(StoreError) in
        try await backend.perform(command)
      }
      return .success(answer.value)
    } catch {
      return .failure(error)
    }
  }

  private func purchases() async -> Result<VerifiedPurchases, StoreError> {
    do throws(StoreError) {
      return .success(try await refreshedPurchases())
    } catch {
      return .failure(error)
    }
  }
}

extension SubscriptionSheet.Action {
  /// The command of an action that needs no other sheet.
  fileprivate var command: CustomerCommand? {
    switch self {
    case .disableAutoRenew(let groupID): .disableAutoRenew(groupID: groupID)
    case .enableAutoRenew(let groupID, let productID, let price):
      .enableAutoRenew(groupID: groupID, productID: productID, price: price)
    case .answerPriceIncrease(let groupID, let price, let isAccepted):
      .answerPriceIncrease(groupID: groupID, price: price, isAccepted: isAccepted)
    case .setFamilySharing(let groupID, let isOn):
      .setFamilySharing(groupID: groupID, isOn: isOn)
    case .fixPayment(let charges):
      .fixPayment(
        charges: charges.map { RenewalCharge(productID: $0.productID, price: $0.amount) })
    case .order, .showPriceIncrease, .showPayment: nil
    }
  }
}
