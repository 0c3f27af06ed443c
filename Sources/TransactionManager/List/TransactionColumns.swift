import Foundation
import StoreAPI
import TerminalUI

/// The columns of a table; a narrow one has fewer.
struct TransactionColumns {
  let width: Int

  /// "14 Dec 2026".
  private var dateColumns: Int { width >= 51 ? 12 : 0 }
  private var accountColumns: Int { width >= 72 ? 11 : 0 }
  private var priceColumns: Int { width >= 61 ? 10 : 0 }
  /// A sign and "billing retry".
  private var stateColumns: Int { 15 }

  /// Where the state begins.
  var stateStart: Int { max(0, width - stateColumns) }

  private var productColumns: Int {
    max(0, stateStart - dateColumns - accountColumns - priceColumns)
  }

  func line(_ cells: RowCells) -> String {
    cells.date.cell(dateColumns) + cells.account.cell(accountColumns)
      + cells.product.cell(productColumns) + cells.price.cell(priceColumns)
  }
}

extension String {
  /// The text in a column, with a space after it; nothing where there is no column.
  fileprivate func cell(_ columns: Int) -> String {
    columns == 0 ? "" : clipped(to: columns - 1).padded(to: columns)
  }
}
