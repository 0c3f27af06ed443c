import Foundation
import StoreAPI
import TerminalUI

/// The columns of a table; a narrow screen has fewer.
struct TransactionColumns {
  let width: Int

  /// "14 Dec 2026".
  private var dateColumns: Int { width >= 56 ? 13 : 0 }
  private var accountColumns: Int { width >= 70 ? 12 : 0 }
  private var priceColumns: Int { width >= 44 ? 11 : 0 }
  /// "billing retry".
  private var stateColumns: Int { 13 }

  private var productColumns: Int {
    max(8, width - dateColumns - accountColumns - priceColumns - stateColumns)
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
