import TerminalUI

// The keys that do something now.
extension TransactionManager {
  var bindings: [KeyBinding] {
    switch mode {
    case .list: listBindings
    case .filter:
      [KeyBinding(.enter, label: "keep the filter"), KeyBinding(.escape, label: "show all")]
    case .details:
      controls.map {
        KeyBinding(
          .character($0.key), label: $0.label.lowercased(), group: .action,
          disabledReason: busyReason)
      } + scrolling + [KeyBinding(.escape, label: "back")]
    case .form(let form): form.bindings
    case .answer: scrolling + [KeyBinding(.escape, label: "back")]
    }
  }

  /// The reason why no control can be used now; `nil` while none is in progress.
  var busyReason: String? {
    guard case .working(let title, _) = activity else { return nil }
    return "'\(title)' is in progress"
  }

  private var listBindings: [KeyBinding] {
    [
      KeyBinding(.enter, label: "details"),
      KeyBinding(
        keys: [.up, .down], alternatives: Key.listMovement, label: "choose", group: .movement),
      KeyBinding(.tab, label: table.other.title.lowercased(), group: .place),
      KeyBinding(.character("/"), label: "filter"),
      KeyBinding(.character("u"), label: "update"),
      KeyBinding(.escape, label: "close"),
    ]
  }

  private var scrolling: [KeyBinding] {
    guard scroll.hiddenRows > 0 else { return [] }
    return [
      KeyBinding(
        keys: [.up, .down], alternatives: Key.listMovement, label: "scroll", group: .movement,
        needsScreen: true)
    ]
  }
}

extension ControlForm {
  fileprivate var bindings: [KeyBinding] {
    if isAsking {
      // The safe keys come first: a double press on the form's Enter lands there.
      return [
        KeyBinding(.enter, .escape, label: "not now, nothing changes"),
        KeyBinding(.character("y"), label: control.title.lowercased(), group: .action),
      ]
    }
    let isLast = selection + 1 >= fields.count
    let choosing =
      selectedField?.choices == nil ? [] : [KeyBinding(.left, .right, label: "change")]
    return [
      KeyBinding(
        .enter, label: isLast ? control.title.lowercased() : "next", group: .action)
    ] + choosing + [
      KeyBinding(.up, .down, label: "fields", group: .movement),
      KeyBinding(.escape, label: "close"),
    ]
  }
}
