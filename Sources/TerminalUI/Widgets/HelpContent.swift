/// The rows of the help: sentences, and the keys in their groups.
struct HelpContent: Hashable {
  struct Row: Hashable {
    let text: String
    let style: Style
    /// The index of the key that the row is about; `nil` for other rows.
    var binding: Int?
  }

  let bindings: [KeyBinding]
  let sentences: [String]

  /// Returns the rows that contain a text; without one, all rows.
  ///
  /// Headings stand over the groups if there are many keys.
  func rows(matching filter: String, columns: Int) -> [Row] {
    guard filter.isEmpty else { return found(filter, columns: columns) }
    let prose = sentences.flatMap { $0.wrapped(to: max(10, columns)) }
      .map { Row(text: $0, style: .plain) }
    let keys = hasHeadings ? grouped(columns: columns) : rows(of: bindings.indices, columns)
    return prose + (prose.isEmpty || keys.isEmpty ? [] : [Self.blank]) + keys
  }

  private static let blank = Row(text: "", style: .plain)

  /// A few keys need no headings.
  private var hasHeadings: Bool {
    bindings.count > 6 && Set(bindings.map(\.group.title)).count > 1
  }

  private func grouped(columns: Int) -> [Row] {
    var titles: [String] = []
    for group in KeyGroup.allCases where !titles.contains(group.title) {
      titles.append(group.title)
    }
    let sections = titles.map { title in
      (title, bindings.indices.filter { bindings[$0].group.title == title })
    }
    return sections.filter { !$0.1.isEmpty }.enumerated().flatMap { index, section in
      (index == 0 ? [] : [Self.blank]) + [Row(text: section.0, style: .title)]
        + rows(of: section.1, columns)
    }
  }

  private func found(_ filter: String, columns: Int) -> [Row] {
    let word = filter.lowercased()
    let found = bindings.indices.filter { index in
      let binding = bindings[index]
      let text = "\(binding.caption) \(binding.label) \(binding.disabledReason ?? "")"
      return text.lowercased().contains(word)
    }
    guard !found.isEmpty else { return [Row(text: "No key matches.", style: .muted)] }
    return rows(of: found, columns)
  }

  private func rows(of indices: some Sequence<Int>, _ columns: Int) -> [Row] {
    let width = bindings.map { Width.columns($0.caption) }.max() ?? 0
    return indices.flatMap { row(of: $0, captions: width, columns: columns) }
  }

  /// A key and its label; a long reason continues on the next rows.
  private func row(of index: Int, captions: Int, columns: Int) -> [Row] {
    let binding = bindings[index]
    let others = binding.alternatives.map(\.caption).joined(separator: " ")
    let more = others.isEmpty ? "" : ", also \(others)"
    let reason = binding.disabledReason.map { " (\($0))" } ?? ""
    let lines = (binding.label + more + reason).wrapped(to: max(10, columns - captions - 3))
    return lines.enumerated().map { line, text in
      let caption = (line == 0 ? binding.caption : "").padded(to: captions)
      return Row(
        text: caption + "   " + text, style: binding.isEnabled ? .plain : .disabled,
        binding: index)
    }
  }
}
