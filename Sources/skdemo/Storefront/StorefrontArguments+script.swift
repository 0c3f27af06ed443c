import Foundation
import OpenStoreKitConnection
import PrivateFiles
import TerminalUI

extension StorefrontArguments {
  /// Checks that no option and no setting asks for lines or a status instead of a screen.
  ///
  /// Lines depend on the time at which they are printed, so a script cannot save the same ones each time.
  ///
  /// - Throws: ``CommandFailure`` that names the option or the setting.
  func checkScript(_ settings: UserSettings) throws(CommandFailure) {
    guard !store.json else {
      throw .malformed(
        "--json prints the status, but --script needs a screen: leave out --json, or save the cells "
          + "with --save-display FILE.json")
    }
    let lines: [(ScreenSetting, Bool)] = [
      (.plain, settings.plain), (.accessible, settings.accessible),
    ]
    guard let setting = lines.first(where: \.1)?.0 else { return }
    let isOption = options[.screen(setting)] != nil
    let subject = isOption ? "--\(setting.rawValue)" : "the setting '\(setting.rawValue)'"
    let advice = isOption ? "leave out one of them" : "add --no-\(setting.rawValue)"
    throw .malformed(
      "\(subject) prints lines, but --script needs a screen: \(advice)")
  }

  /// Plays a script at the storefront, and saves its screens.
  ///
  /// The screen is in memory, animations are off and days are in UTC, so each run gives the same
  /// bytes.
  ///
  /// - Throws: ``CommandFailure`` if the script is malformed or stops, and the store's errors.
  func play(
    _ arguments: ScriptArguments, _ settings: UserSettings, _ environment: [String: String]
  ) async throws {
    let script = try arguments.read()
    let folder = try namesStore ? nil : TemporaryFolder("skdemo-script")
    let storefront = folder.map(with(folder:)) ?? self
    if let date = arguments.clock { try await storefront.stopClock(at: date) }
    let display = settings.display(in: environment)
    let terminal = RecordedTerminal(
      size: arguments.size, isASCII: display.glyphs == .ascii, keptFrames: 1)
    let (host, result) = StorefrontHost.script(script, on: terminal)
    do {
      try await storefront.show(
        settings, environment, on: host, from: storefront.readingFirstFrame())
    } catch let error as ScriptError {
      throw CommandFailure.script(arguments.file, error)
    }
    if let recording = result.recording {
      try arguments.save(recording, usesColor: display.usesColor)
    }
    withExtendedLifetime(folder) {}
  }

  /// Whether the options or the environment name a store.
  private var namesStore: Bool {
    store.data != nil || store.store != nil
      || ["SKDEMO_DATA", "SKDEMO_STORE"].contains { environment($0) != nil }
  }

  /// This storefront with a new store in a folder.
  ///
  /// The store's numbers are the same each time.
  private func with(folder: TemporaryFolder) -> StorefrontArguments {
    var storefront = self
    storefront.store.data = folder.url.path
    storefront.store.seed = store.seed ?? 1
    return storefront
  }

  private func stopClock(at date: Date) async throws {
    guard store.isLocal else {
      throw CommandFailure.malformed("--clock is for a store on this machine: leave it out")
    }
    try await LocalStore.open(store).engine.stopClock(at: date)
  }
}
