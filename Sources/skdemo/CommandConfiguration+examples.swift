import ArgumentParser

extension CommandConfiguration {
  /// Creates the configuration of a command whose help ends with examples.
  ///
  /// An example is a line that a person can type. The manual's generator drops every character that
  /// is not ASCII, and roff executes a line that begins with a dot or an apostrophe.
  init(
    commandName: String? = nil, abstract: String, discussion: String = "", examples: [String],
    version: String = "", subcommands: [any ParsableCommand.Type] = [],
    groupedSubcommands: [CommandGroup] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    let title = examples.count == 1 ? "Example:" : "Examples:"
    let list = ([title] + examples.map { "  " + $0 }).joined(separator: "\n")
    self.init(
      commandName: commandName, abstract: abstract,
      discussion: discussion.isEmpty ? list : discussion + "\n\n" + list,
      version: version, subcommands: subcommands, groupedSubcommands: groupedSubcommands,
      defaultSubcommand: defaultSubcommand)
  }
}
