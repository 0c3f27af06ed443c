import AppStoreSheets
import DemoApp
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import StandardStreams
import StoreAPI
import StoreHTTPClient
import TerminalUI
import TransactionManager

/// The arguments of the storefront; the values of ``Storefront``.
///
/// The values here are those of `skdemo` alone, which runs no parser.
struct StorefrontArguments: Sendable {
  var noColor = false
  var plain = false
  var emoji = false
  var reduceMotion = false
  var storeKit = StoreKitGeneration.two
  var store = StoreArguments()
  var device = DeviceArguments()

  /// Opens the storefront, or prints the status if it cannot be drawn.
  func open() async throws {
    guard !store.json, isatty(STDOUT_FILENO) == 1 else {
      return try await Status.print(openStatus(), store.output)
    }
    guard !plain else {
      return try await printStatus(because: "--plain turns the full screen off")
    }
    let (awaited, change) = AsyncStream<StoreAddress?>.makeStream()
    try await HTTPStore.Settings.noticing({ change.yield($0) }, until: { _ in change.yield(nil) }) {
      try await draw(awaited)
    }
  }

  /// Opens the storefront on the terminal, which shows the store that it waits for.
  private func draw(_ awaited: AsyncStream<StoreAddress?>) async throws {
    let environment = ProcessInfo.processInfo.environment
    let program = Program(terminal: CursesTerminal(usesColor: usesColor(in: environment)))
    let (opened, isOpen) = AsyncStream<Void>.makeStream()
    let opening = openStore(for: program, in: .ofProcess(environment), after: opened)
    await bindAppStorePage(on: program, of: opening)
    let demo = await Demo.open(
      on: program, reducesMotion: reducesMotion(in: environment)
    ) { [emoji] in
      await makeController(of: opening, usesEmoji: emoji)
    }
    let waiting = Task {
      for await store in awaited { demo.send(.waits(store: store?.description)) }
    }
    defer { waiting.cancel() }
    await bindTransactions(on: program, of: opening, over: demo)
    isOpen.finish()
    // The task ends with this function.
    async let _ = sendNotifications(of: opening)
    try await run(program, of: opening)
  }

  /// Sends the store's notifications while the storefront is open.
  private func sendNotifications(of opening: Task<CommandContext, any Error>) async {
    guard (try? await opening.value) != nil else { return }
    await LocalStore.runNotificationService()
  }

  /// Opens the store while the screen is drawn: the first frame needs nothing from it.
  ///
  /// Questions appear on sheets of the program; one about a jump of the clock appears only after
  /// `opened` has ended.
  private func openStore(
    for program: Program, in timeZone: TimeZone, after opened: AsyncStream<Void>
  ) -> Task<CommandContext, any Error> {
    let sheets = TerminalSheets(program: program, timeZone: timeZone)
    return Task { [store, device, storeKit] in
      try await CommandContext.open(
        store, device, timeZone: timeZone, sheets: sheets,
        clockQuestion: CustomerStore.sheet(sheets, after: opened), generation: storeKit)
    }
  }

  /// Runs the program to its end, or prints the status if there is no terminal for it.
  private func run(
    _ program: Program, of opening: Task<CommandContext, any Error>
  ) async throws {
    do {
      _ = try await program.run()
    } catch {
      return try await printStatus(because: error.sentence, of: opening.value)
    }
    // If the store could not be opened, the program has ended.
    _ = try await opening.value
  }

  /// Lets a key open the App Store's page.
  private func bindAppStorePage(
    on program: Program, of opening: Task<CommandContext, any Error>
  ) async {
    let key = KeyBinding(.character("o"), label: "open the App Store's page")
    await program.bind(key) {
      await (try? opening.value)?.session.showAppStorePage()
    }
  }

  /// Lets a key open the Transaction Manager, or say why this machine may not operate the store.
  private func bindTransactions(
    on program: Program, of opening: Task<CommandContext, any Error>, over demo: LayerHandle<Demo>
  ) async {
    let key = KeyBinding(
      .character("T"), label: "store transactions", disabledReason: reasonNotToOperate)
    if let reason = reasonNotToOperate {
      let notice = Notice(.attention, "The store's transactions cannot be shown: \(reason).")
      return await program.bind(key) { demo.send(.failed(notice)) }
    }
    let sheet = TransactionManagerSheet(program: program) { [store] in
      try await opening.value.storeOperator(store)
    } sentence: { answer, command in
      answer.sentence(after: command)
    }
    await program.bind(key) { await sheet.show() }
  }

  /// The reason why this machine may not operate the store, as the end of a sentence; `nil` if it may.
  private var reasonNotToOperate: String? {
    guard !store.isLocal, environment("SKDEMO_OPERATOR_KEY_FILE") == nil else { return nil }
    return "a remote store requires the operator key: name its file in SKDEMO_OPERATOR_KEY_FILE"
  }

  /// Whether the storefront uses colours: not if the option or NO_COLOR turns them off.
  func usesColor(in environment: [String: String]) -> Bool {
    !noColor && CursesTerminal.wantsColor(environment)
  }

  /// Whether animations are off, because of the option or because CI is set.
  func reducesMotion(in environment: [String: String]) -> Bool {
    reduceMotion || environment["CI"]?.isEmpty == false
  }

  /// Prints the status.
  ///
  /// It replaces a line menu, which does not exist yet.
  private func printStatus(because reason: String, of context: CommandContext? = nil) async throws {
    Prompt.write("skdemo: only the status is shown: \(reason)\n")
    let opened = if let context { context } else { try await openStatus() }
    try await Status.print(opened, store.output)
  }

  private func openStatus() async throws -> CommandContext {
    try await CommandContext.open(store, device, generation: storeKit)
  }
}

/// The controller, once the store is open; `nil` if it cannot be opened.
private func makeController(
  of opening: Task<CommandContext, any Error>, usesEmoji: Bool
) async -> (StoreController, Presentation)? {
  guard let context = try? await opening.value else { return nil }
  var presentation = context.presentation
  presentation.usesEmoji = usesEmoji
  return (context.controller, presentation)
}
