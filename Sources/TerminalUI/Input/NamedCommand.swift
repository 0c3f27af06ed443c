/// Something that the command line does besides pressing a key, such as opening a page by its name.
package struct NamedCommand: Hashable, Sendable, Identifiable {
  /// The name that the layer or the provider of the command knows it by.
  package let id: String
  /// A few words that a person types or chooses, such as "open Race Car".
  package let label: String
  /// The reason why it is disabled; `nil` while it is enabled.
  package var disabledReason: String?

  package init(id: String, label: String, disabledReason: String? = nil) {
    self.id = id
    self.label = label
    self.disabledReason = disabledReason
  }
}

/// A source of commands for the command line of a program's first layer.
package protocol CommandProvider: Sendable {
  /// The commands that exist now, the most wanted first.
  @Screen var commands: [NamedCommand] { get }

  /// Performs the command with this ID.
  func perform(_ id: String) async
}
