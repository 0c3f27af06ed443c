/// The modifiers of a key as xterm and kitty number them.
struct KeyModifiers: OptionSet, Hashable {
  let rawValue: Int

  static let shift = KeyModifiers(rawValue: 1)
  static let alt = KeyModifiers(rawValue: 2)
  static let control = KeyModifiers(rawValue: 4)
  static let capsLock = KeyModifiers(rawValue: 64)
  static let numLock = KeyModifiers(rawValue: 128)
  /// The key was released, so nothing is entered.
  static let released = KeyModifiers(rawValue: 1 << 30)

  /// The modifiers that do not change a key with a name.
  static let locks: KeyModifiers = [.capsLock, .numLock]

  init(rawValue: Int) { self.rawValue = rawValue }

  /// - Parameters:
  ///   - number: The parameter, which is the modifiers plus one.
  ///   - event: Kitty's: 1 for a press, 2 for a repetition and 3 for a release.
  init(number: Int?, event: Int?) {
    let modifiers = KeyModifiers(rawValue: max(0, min(number ?? 1, 256) - 1))
    self = event == 3 ? modifiers.union(.released) : modifiers
  }
}
