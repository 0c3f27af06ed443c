import Foundation
import StoreAPI
import TerminalUI

/// The columns of the list of transactions, of which a narrow screen has fewer.
struct TransactionColumns {
  let width: Int

  /// "14 Dec 2026", and the longest state, such as "in 30 days".
  private var dateColumns: Int { width >= 56 ? 13 : 0 }
  private var accountColumns: Int { width >= 70 ? 12 : 0 }
  private var priceColumns: Int { width >= 44 ? 12 : 0 }
  private var stateColumns: Int { 12 }

  private var productColumns: Int {
    max(8, width - dateColumns - accountColumns - priceColumns - stateColumns)
  }

  var heading: String {
    line(date: "Date", account: "Account", product: "Product", price: "Price")
  }

  func line(_ row: ManagedRow) -> String {
    line(
      date: row.date.day, account: row.account, product: row.productID, price: row.displayPrice)
  }

  private func line(date: String, account: String, product: String, price: String) -> String {
    date.cell(dateColumns) + account.cell(accountColumns) + product.cell(productColumns)
      + price.cell(priceColumns)
  }
}

extension String {
  /// The text in a column, with a space after it; nothing where there is no column.
  fileprivate func cell(_ columns: Int) -> String {
    columns == 0 ? "" : clipped(to: columns - 1).padded(to: columns)
  }
}
