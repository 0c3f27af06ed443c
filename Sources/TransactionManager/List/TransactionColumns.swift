import Foundation
import StoreAPI
import TerminalUI

/// The columns of a table; a narrow one has fewer.
///
/// The longest product ID gets its room first; the account gets the rest.
struct TransactionColumns {
  let width: Int
  /// The widths of the widest texts.
  let widest: ColumnWidths

  /// "14 Dec 2026".
  private var dateColumns: Int { width >= 51 ? 12 : 0 }
  private var priceColumns: Int { width >= 61 ? widest.price + 1 : 0 }
  /// A sign and "billing retry".
  private var stateColumns: Int { 15 }

  /// The room that the others leave, but at least enough for a short name.
  private var accountColumns: Int {
    guard width >= 72 else { return 0 }
    let room = stateStart - dateColumns - priceColumns - (widest.product + 1)
    return max(Self.shortAccount, min(widest.account + 1, room))
  }

  private static let shortAccount = 9

  /// Where the state begins.
  var stateStart: Int { max(0, width - stateColumns) }

  private var productColumns: Int {
    max(0, stateStart - dateColumns - accountColumns - priceColumns)
  }

  func line(_ cells: RowCells) -> String {
    cells.date.cell(dateColumns) + cells.account.cell(accountColumns)
      + cells.product.clippedInMiddle(to: productColumns - 1).cell(productColumns)
      + cells.price.cell(priceColumns)
  }
}

/// The widths of the widest texts of a table, its heading included.
struct ColumnWidths: Equatable, Sendable {
  private(set) var account = 0
  private(set) var product = 0
  private(set) var price = 0

  mutating func include(_ cells: RowCells) {
    account = max(account, Width.columns(cells.account))
    product = max(product, Width.columns(cells.product))
    price = max(price, Width.columns(cells.price))
  }
}

extension String {
  /// The text in a column, with a space after it; nothing where there is no column.
  fileprivate func cell(_ columns: Int) -> String {
    columns == 0 ? "" : clipped(to: columns - 1).padded(to: columns)
  }
}
