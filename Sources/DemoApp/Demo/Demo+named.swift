package import TerminalUI

// The command line's commands besides keys: a page for each product, quit, and a refund that has no
// key here, disabled.
extension Demo {
  package var namedCommands: [NamedCommand] {
    let pages = (store?.products ?? []).map { product in
      NamedCommand(id: Self.page(of: product), label: "open \(product.displayName)")
    }
    return [NamedCommand(id: Self.end, label: CommandName.quit.title)] + refund + pages
  }

  private var refund: [NamedCommand] {
    guard refundKeyMoves, let reason = reasonNotToRefund else { return [] }
    let title = CommandName.refund.title
    return [NamedCommand(id: "refund", label: title, disabledReason: reason)]
  }

  package mutating func perform(_ id: NamedCommand.ID) -> [Effect] {
    if id == Self.end { return [.quit] }
    guard let product = store?.products.first(where: { Self.page(of: $0) == id }) else { return [] }
    dismissNotice()
    (tab, detail, isFuelStoreOpen, quantity, scroll) = (.shop, product.id, false, 1, 0)
    selections[place] = product.target
    return []
  }

  private static let end = "quit"

  private static func page(of product: ProductRow) -> String { "page of \(product.id)" }
}
