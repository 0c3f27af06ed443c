import OpenStoreKit
package import TerminalUI

/// Returns the controller and the products' presentation; `nil` if the store cannot be opened.
package typealias ControllerMaker = @Sendable () async -> (StoreController, Presentation)?

extension Demo {
  /// Opens the storefront on a program.
  ///
  /// The first frame shows what the device showed last. The launch begins when there is a controller.
  ///
  /// - Parameters:
  ///   - program: The program that draws it; `quit` ends the program.
  ///   - presentation: How the products look, as far as it is known before the store is open.
  ///   - lastState: The device's last state; `nil` if it has shown nothing to this account.
  ///   - reducesMotion: Whether animations are off.
  ///   - wantsEmoji: Whether emoji are shown instead of pictures if the terminal can draw them.
  ///   - keys: The keys of the commands.
  ///   - makeController: Returns the controller, and how the products look; called for each effect.
  ///     If it returns `nil`, the program ends.
  /// - Returns: A handle to the storefront's layer.
  @discardableResult
  @Screen package static func open(
    on program: Program, presentation: Presentation = Presentation(), lastState: LastState? = nil,
    reducesMotion: Bool = false, wantsEmoji: Bool = false, keys: KeyMap = .standard,
    makeController: @escaping ControllerMaker
  ) -> LayerHandle<Demo> {
    let demo = Demo(
      presentation: presentation, lastState: lastState, reducesMotion: reducesMotion, keys: keys)
    let handle = program.push(demo) { effect, handle in
      let maker = effect == .launch ? reporting(to: handle, makeController) : makeController
      guard effect != .quit, let (controller, presentation) = await maker() else {
        return program.quit()
      }
      if effect == .launch {
        handle.send(controller.initialMessage(presentation, after: lastState))
      }
      async let isAsked: Void =
        effect == .launch && wantsEmoji
        ? showEmoji(of: presentation, on: program, in: handle) : ()
      await controller.perform(effect, for: handle)
      await isAsked
    }
    handle.send(.begin)
    return handle
  }

  /// Reports a store that takes long to open.
  private static func reporting(
    to demo: LayerHandle<Demo>, _ makeController: @escaping ControllerMaker
  ) -> ControllerMaker {
    {
      let slow = Task {
        guard (try? await Task.sleep(for: Self.slowLaunch)) != nil else { return }
        demo.send(.launchIsSlow)
      }
      defer { slow.cancel() }
      return await makeController()
    }
  }

  /// A launch that takes less time is over before a person could read its steps.
  static let slowLaunch = Duration.milliseconds(150)
}

extension StoreController {
  /// Performs an effect and sends the demo its result.
  package func perform(_ effect: Demo.Effect, for demo: LayerHandle<Demo>) async {
    switch effect {
    case .launch: await open(demo)
    case .reload:
      markHistoriesOutdated()
      await session.reconnect()
      await show(demo)
      demo.send(.reloadEnded)
    case .purchase(let buy, let quantity): await sell(buy, quantity, to: demo)
    case .restore(let before):
      let ending = await restore(before: before)
      markHistoriesOutdated()
      await show(demo)
      demo.send(.restored(ending))
    case .managePlans, .fixPayment, .answerPrice, .redeem: await showSheet(for: effect, over: demo)
    case .requestRefund(let id): await requestRefund(of: id, over: demo)
    case .drive(let id): await drive(on: id, demo)
    case .tick(let drive):
      guard (try? await pause(Drive.pause)) != nil else { return }
      demo.send(.ticked(drive))
    case .loadHistory(let id): await showHistory(.anew(through: id), demo)
    case .loadMoreHistory: await showHistory(.more, demo)
    case .loadPlans: await showPlans(demo)
    case .copy(let text): await demo.copy(text)
    case .quit: break
    }
  }

  /// Shows the steps only if they take long enough to be read.
  private func open(_ demo: LayerHandle<Demo>) async {
    let pause = pause
    let slow = Task {
      guard (try? await pause(Demo.slowLaunch)) != nil else { return }
      demo.send(.launchIsSlow)
    }
    let launchResult = await launch { demo.send(.launch($0)) }
    slow.cancel()
    demo.send(.launched(launchResult))
    lastSeen.save(launchResult.store)
    listenForPurchaseIntents()
    await follow(demo)
  }

  /// The shortest time between two reloads that nobody asked for.
  private static let reloadPause = Duration.milliseconds(100)

  /// Shows every change until the program ends.
  ///
  /// Changes during a reload and the pause after it share the next reload. Then all
  /// transactions are reported together, and after them the other changes in order.
  func follow(_ demo: LayerHandle<Demo>) async {
    let (reloads, request) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    async let collection: Void = collectChanges(requesting: request)
    for await _ in reloads {
      let changes = waitingChanges
      waitingChanges = []
      await show(demo)
      let arrived = changes.flatMap(\.transactions)
      if !arrived.isEmpty { demo.send(.arrived(arrived)) }
      for case .message(let message) in changes { demo.send(message) }
      try? await pause(Self.reloadPause)
    }
    await collection
  }

  private func collectChanges(requesting reload: AsyncStream<Void>.Continuation) async {
    for await change in changes {
      if case .historyMoved = change { markHistoriesOutdated() }
      waitingChanges.append(change)
      reload.yield()
    }
    reload.finish()
  }

  private func sell(_ buy: Buy, _ quantity: Int, to demo: LayerHandle<Demo>) async {
    let ending = await purchase(buy, quantity: quantity)
    if ending != .cancelled { await show(demo) }
    demo.send(.ended(ending, product: buy.product, quantity: quantity))
    if ending == .purchased { await askForReview() }
  }

  private func drive(on id: String, _ demo: LayerHandle<Demo>) async {
    do {
      try await tank.consume(id)
      demo.send(.drove(id, fuel: tank.counts))
    } catch {
      demo.send(.failed(Notice(.bad, "The tank could not be used: \(Notice.reason(error)).")))
    }
  }

  /// Shows the store after a change that the session knows.
  ///
  /// The products are requested only if the store says that they have changed.
  func show(_ demo: LayerHandle<Demo>) async {
    let number = storeReadings.begin()
    let store = Store(await readFacts(asksForProducts: false))
    guard storeReadings.accept(number) else { return }
    demo.send(.reloaded(store, fuel: tank.counts))
    lastSeen.save(store)
  }
}

extension StoreController.Change {
  /// The transactions that have arrived; empty for another change.
  fileprivate var transactions: [ExternalTransaction] {
    if case .arrived(let transactions) = self { transactions } else { [] }
  }
}
