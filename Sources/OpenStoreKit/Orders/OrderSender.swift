import PrivateFiles
import StoreAPI
import TaskScheduling

/// Performs one purchase: asks the customer, sends the order, and takes its result.
struct OrderSender: Sendable {
  let session: StoreSession
  let request: PurchaseRequest

  /// Asks the customer, then the store; once more if the terms have changed in between.
  ///
  /// - Throws: The errors of a purchase.
  func run(_ quote: Quote) async throws -> PurchaseOutcome {
    var machine = OrderStateMachine(quote)
    let isAccepted = request.continues(in: quote.storefront)
    var actions = machine.receive(.storefront(isAccepted: isAccepted))
    while case .confirm(let quote, _) = actions.last {
      let sheet = sheet(quote)
      guard await session.sheets.confirm(sheet) else {
        actions = machine.receive(.confirmed(false))
        break
      }
      // A task of its own: a sent order is not cancelled with the screen that sent it.
      (machine, actions) = await Task.onCurrentExecutor { [machine] in
        await send(machine)
      }.value
      await session.sheets.finish(sheet, with: ending(actions))
    }
    guard case .end(let end) = actions.last else { preconditionFailure("an order has an end") }
    if case .refused(let error) = end { session.diagnose(error, of: request) }
    return try end.outcome(session.result)
  }

  private func ending(_ actions: [OrderStateMachine.Action]) -> PurchaseSheet.Ending {
    guard request.isShownByCodeSheet, case .end(let end) = actions.last, end.isAboutCode else {
      return actions.ending
    }
    return .codeFailed
  }

  private func sheet(_ quote: Quote) -> PurchaseSheet {
    let style = Decimal.FormatStyle.Currency(
      code: quote.currency, locale: request.product.priceFormatStyle.locale)
    return PurchaseSheet(
      id: session.environment.makeUUID(), product: request.product, quantity: request.quantity,
      account: session.account, device: session.deviceName,
      storefront: Storefront(quote.storefront),
      terms: PurchaseSheet.Terms(quote, of: request.product.id, priceFormatStyle: style),
      now: session.now)
  }
}

// MARK: - Sending

extension OrderSender {
  /// Sends a confirmed order under a new key, until it has ended or the customer must be asked again.
  ///
  /// The store may answer another question after the order ended and before its lock is released. The
  /// recovery that begins then skips this order, so it is started again.
  private func send(_ confirmed: OrderStateMachine) async -> (
    OrderStateMachine, [OrderStateMachine.Action]
  ) {
    var machine = confirmed
    let actions = await locked(&machine)
    if case .end(.unknown) = actions.last, session.offlineSince == nil { session.startRecovery() }
    return (machine, actions)
  }

  private func locked(_ machine: inout OrderStateMachine) async -> [OrderStateMachine.Action] {
    let key = OrderKey(session.environment.makeUUID())
    var actions = machine.receive(.confirmed(true))
    do {
      let sending = try session.device.keep(OpenOrder(key: key, productID: request.product.id))
      defer {
        sending.remove()
        sending.release()
      }
      await session.change { $0.beginOrder(key, product: request.product.id) }
      var answered: AnsweredPurchases?
      while true {
        var event: OrderStateMachine.Event?
        for action in actions { event = await perform(action, key, &answered) }
        guard let event else { break }
        actions = machine.receive(event)
      }
      await session.change { $0.endOrder(key) }
      return actions
    } catch {
      return machine.receive(.notKept(error))
    }
  }

  /// - Parameters:
  ///   - action: What the order's machine demands.
  ///   - key: The order's key.
  ///   - answered: The purchases in the last answer about the order.
  /// - Returns: The event that the action leads to; `nil` if the order has ended or the customer is
  ///   asked.
  private func perform(
    _ action: OrderStateMachine.Action, _ key: OrderKey, _ answered: inout AnsweredPurchases?
  ) async -> OrderStateMachine.Event? {
    switch action {
    case .confirm, .end: return nil
    case .send(let quote, let pause):
      if let pause { try? await session.environment.sleep(pause) }
      return await send(request.order(key, quote: quote), &answered)
    case .settle: return await settle(key, &answered)
    case .read(let purchase): return await read(purchase)
    case .markPending: await session.change { $0.waits(key, product: request.product.id) }
    case .forget: await session.change { $0.settled(key) }
    case .take(let signed, let isNew):
      let purchase = OwnPurchase(
        signed: signed, isNew: isNew, key: key, isOfApp: request.isOfApp)
      await session.take(purchase, with: answered)
    }
    return nil
  }

  private func send(
    _ order: Order, _ answered: inout AnsweredPurchases?
  ) async -> OrderStateMachine.Event {
    let baseline = session.purchasesBaseline
    do {
      let answer = try await session.ask { backend throws(StoreError) in
        try await backend.purchase(order)
      }
      answered = await session.purchases(in: answer.value, at: answer.time, asked: baseline)
      return .answered(answer.value)
    } catch {
      return .refused(error, chance: session.environment.chance())
    }
  }

  private func settle(
    _ key: OrderKey, _ answered: inout AnsweredPurchases?
  ) async -> OrderStateMachine.Event {
    let baseline = session.purchasesBaseline
    do {
      let answer = try await session.ask { backend throws(StoreError) in
        try await backend.settle(key)
      }
      answered = await session.purchases(in: answer.value, at: answer.time, asked: baseline)
      return .settled(answer.value)
    } catch {
      return .notSettled(error)
    }
  }

  private func read(_ purchase: Purchase) async -> OrderStateMachine.Event {
    do {
      return .read(try await session.reader.signed(purchase.signedTransaction))
    } catch {
      return .unreadable(error)
    }
  }
}

extension [OrderStateMachine.Action] {
  /// The ending for the sheet that was confirmed.
  fileprivate var ending: PurchaseSheet.Ending {
    switch last {
    case .end(let end): end.ending
    case .confirm(_, let error?): .failed(error.localSentence)
    default: preconditionFailure("a confirmed sheet has an ending")
    }
  }
}
