import AppStoreSheets
import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import StandardStreams
import StoreAPI
import StoreHTTPClient
import Telemetry
import TerminalUI
import TransactionManager

/// The arguments of the storefront; the values of ``Storefront``.
///
/// The values here are those of `skdemo` alone, which runs no parser.
struct StorefrontArguments: Sendable {
  /// The settings that the options name.
  var options: [Setting: String] = [:]
  var storeKit = StoreKitGeneration.two
  var store = StoreArguments()
  var device = DeviceArguments()
  /// The script that plays the storefront; `nil` for a person.
  var script: ScriptArguments?

  /// Opens the storefront, or prints the status if there is no terminal for it.
  func open() async throws {
    let environment = ProcessInfo.processInfo.environment
    let settings = try UserSettings.read(options: options, environment: environment)
    if let script {
      try checkScript(settings)
      return try await play(script, settings, environment)
    }
    guard !store.json, isatty(STDOUT_FILENO) == 1 else {
      return try await Status.print(openStatus(), store.output)
    }
    let first = readingFirstFrame()
    let style = LineStyle(
      isPlain: settings.plain, isAccessible: settings.accessible, environment: environment)
    guard let style else {
      return try await show(
        settings, environment, on: .screen(settings, environment), from: first)
    }
    guard isatty(STDIN_FILENO) == 1 else {
      return try await printStatus(because: "the menu needs a terminal for its answers")
    }
    try await show(settings, environment, on: .lines(style, settings, environment), from: first)
  }

  /// Reads what the first frame shows, while the terminal and the store are prepared.
  func readingFirstFrame() -> Task<FirstFrameState, Never> {
    Task { [store, device] in FirstFrameState(of: store, on: device) }
  }

  /// Opens the storefront on a terminal, which shows the store that it waits for.
  ///
  /// - Throws: The errors of the store, and what the host's `run` throws.
  func show(
    _ settings: UserSettings, _ environment: [String: String], on host: StorefrontHost,
    from first: Task<FirstFrameState, Never>
  ) async throws {
    let (awaited, change) = AsyncStream<StoreAddress?>.makeStream()
    try await HTTPStore.Settings.noticing({ change.yield($0) }, until: { _ in change.yield(nil) }) {
      try await show(settings, environment, on: host, from: first, awaited)
    }
  }

  private func show(
    _ settings: UserSettings, _ environment: [String: String], on host: StorefrontHost,
    from first: Task<FirstFrameState, Never>, _ awaited: AsyncStream<StoreAddress?>
  ) async throws {
    reportCrashes(environment)
    let log = LogFile(environment: environment, level: settings.logLevel)
    let capture = host.coversErrors ? log.flatMap { StandardErrorCapture($0) } : nil
    defer { capture?.end() }
    let program = Program(terminal: host.terminal, usesMouse: settings.mouse)
    let (opened, isOpen) = AsyncStream<Void>.makeStream()
    let sheets = TerminalSheets(
      program: program, timeZone: host.timeZone, reducesMotion: host.reducesMotion)
    let opening = openStore(with: sheets, in: host.timeZone, after: opened, log)
    var state = await first.value
    state.lastState?.timeZone = host.timeZone
    let demo = await open(on: program, of: opening, from: state, settings, host)
    let waiting = Task {
      for await store in awaited { demo.send(.waits(store: store?.description)) }
    }
    defer { waiting.cancel() }
    isOpen.finish()
    // The task ends with this function.
    async let _ = sendNotifications(of: opening)
    try await run(program, on: host, of: opening, capture)
    log?.record(.info, "the storefront was closed")
  }

  /// Opens the storefront and binds the keys of the whole program, in one call on the screen's thread.
  @Screen private func open(
    on program: Program, of opening: Task<CommandContext, any Error>, from first: FirstFrameState,
    _ settings: UserSettings, _ host: StorefrontHost
  ) -> LayerHandle<Demo> {
    let demo = Demo.open(
      on: program, presentation: first.presentation, lastState: first.lastState,
      reducesMotion: host.reducesMotion, wantsEmoji: settings.emoji, keys: settings.keys
    ) {
      await makeController(of: opening)
    }
    bindAppStorePage(settings.keys, on: program, of: opening)
    bindTransactions(settings.keys, on: program, of: opening, over: demo)
    bindMouse(on: program, of: host.terminal, over: demo)
    return demo
  }

  /// Lets a crash write its report, unless the person has no home folder.
  private func reportCrashes(_ environment: [String: String]) {
    guard let file = UserFolders(environment: environment).crashReport else { return }
    CrashReport.begin(
      at: file.path(percentEncoded: false), of: "skdemo \(Skdemo.configuration.version)")
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
    with sheets: TerminalSheets, in timeZone: TimeZone, after opened: AsyncStream<Void>,
    _ log: LogFile?
  ) -> Task<CommandContext, any Error> {
    Task { [store, device, storeKit] in
      log?.record(.info, "skdemo \(Skdemo.configuration.version) opens the storefront")
      let context = try await CommandContext.open(
        store, device, timeZone: timeZone, sheets: sheets,
        clockQuestion: CustomerStore.sheet(sheets, after: opened), generation: storeKit, log: log)
      await sheets.show(SheetApp(context.presentation))
      return context
    }
  }

  /// Runs the program to its end, or prints the status if there is no terminal for it.
  private func run(
    _ program: Program, on host: StorefrontHost, of opening: Task<CommandContext, any Error>,
    _ capture: StandardErrorCapture?
  ) async throws {
    do {
      try await host.run(program)
    } catch let error as TerminalUnavailableError {
      capture?.end()
      return try await printStatus(because: error.sentence, of: opening.value)
    } catch {
      // If the store could not be opened, that is the reason.
      _ = try await opening.value
      throw error
    }
    // If the store could not be opened, the program has ended.
    _ = try await opening.value
  }

  /// Lets a key open the App Store's page.
  @Screen private func bindAppStorePage(
    _ keys: KeyMap, on program: Program, of opening: Task<CommandContext, any Error>
  ) {
    let key = KeyBinding(
      keys.key(.appStore), label: CommandName.appStore.title, group: .program)
    program.bind(key) {
      await (try? opening.value)?.session.showAppStorePage()
    }
  }

  /// Lets a key open the Transaction Manager, or say why this machine may not operate the store.
  @Screen private func bindTransactions(
    _ keys: KeyMap, on program: Program, of opening: Task<CommandContext, any Error>,
    over demo: LayerHandle<Demo>
  ) {
    let key = KeyBinding(
      keys.key(.transactions), label: CommandName.transactions.title, group: .program,
      disabledReason: reasonNotToOperate)
    if let reason = reasonNotToOperate {
      let notice = Notice(.attention, "The store's transactions cannot be shown: \(reason).")
      return program.bind(key) { demo.send(.failed(notice)) }
    }
    let sheet = TransactionManagerSheet(program: program) { [store] in
      try await opening.value.storeOperator(store)
    } sentence: { answer, command in
      answer.sentence(after: command)
    }
    program.bind(key) { await sheet.show() }
    program.add(OperatorCommands(sheet))
  }

  /// The reason why this machine may not operate the store, as the end of a sentence; `nil` if it may.
  private var reasonNotToOperate: String? {
    guard !store.isLocal, environment("SKDEMO_OPERATOR_KEY_FILE") == nil else { return nil }
    return "a remote store requires the operator key: name its file in SKDEMO_OPERATOR_KEY_FILE"
  }

  /// Prints the status, with the reason why nothing else is shown.
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
  of opening: Task<CommandContext, any Error>
) async -> (StoreController, Presentation)? {
  guard let context = try? await opening.value else { return nil }
  return (context.controller, context.presentation)
}
