import AppStorePayloads
import Foundation
import GRDB
import StoreEngine

/// Reads one page of a customer's history in the order of the last modifications.
///
/// Without a filter, one query reads the transactions of the page. Every filter uses an index.
/// If few transactions were bought between the dates of the filter, they are sorted. Otherwise each
/// product in each state is a part of the query, and SQLite merges the parts while the page is read.
/// Transactions that the dates exclude are read and skipped; the page ends early when it has skipped
/// too many.
struct ModifiedTransactionsReader {
  /// The maximum number of parts.
  ///
  /// SQLite can merge 500. If there are more parts, the transactions of other products are read and
  /// skipped too.
  static let partLimit = 100

  let db: Database
  let customer: CustomerNumber
  let query: ModifiedTransactionsQuery
  /// The maximum number of transactions that a page sorts or reads, which takes a few milliseconds.
  var readLimit = 5_000

  /// Returns the page.
  ///
  /// - Throws: ``DamagedRowError``, and the errors of SQLite.
  func page() throws -> ModifiedTransactionsPage {
    try query.filter.selectsAll ? unfilteredPage() : filteredPage()
  }

  private func unfilteredPage() throws -> ModifiedTransactionsPage {
    let limit = min(query.limit, readLimit)
    let rows = try TransactionRow.fetchAll(
      db.cachedStatement(sql: LedgerQuery.allModified(isAscending: query.isAscending)),
      arguments: places + ["limit": limit + 1])
    let page = rows.prefix(limit)
    return ModifiedTransactionsPage(
      transactions: page.map(\.value), last: page.last?.place, hasMore: rows.count > limit,
      lastSequence: try db.lastSequence())
  }

  private func filteredPage() throws -> ModifiedTransactionsPage {
    var page = ModifiedTransactionsPage(
      transactions: [], last: nil, hasMore: false, lastSequence: try db.lastSequence())
    guard let rows = try rows() else { return page }
    var count = 0
    while let candidate = try rows.next() {
      let isSelected = query.filter.selects(candidate)
      let isFull = isSelected && page.transactions.count == query.limit
      guard count < readLimit, !isFull else {
        page.hasMore = true
        break
      }
      count += 1
      page.last = candidate.place
      if isSelected { page.transactions.append(try transaction(candidate)) }
    }
    return page
  }

  private func transaction(_ candidate: TransactionCandidate) throws -> LedgerTransaction {
    try db.transaction(candidate.place.id, of: customer).required("id", of: TransactionRow.self)
  }

  /// The rows that may be selected, in their order; `nil` if the customer has bought nothing that
  /// the filter selects.
  private func rows() throws -> RecordCursor<TransactionCandidate>? {
    if try hasFewDates() {
      return try rows(LedgerQuery.modified(boughtInOrder: query.isAscending), dates)
    }
    guard !query.filter.selectsAllStates else { return try allRows() }
    let parts = try parts()
    guard parts.count <= Self.partLimit else { return try allRows() }
    guard !parts.isEmpty else { return nil }
    return try rows(
      LedgerQuery.modified(inStates: parts.count, isAscending: query.isAscending),
      arguments(of: parts))
  }

  private func allRows() throws -> RecordCursor<TransactionCandidate> {
    try rows(LedgerQuery.modified(isAscending: query.isAscending))
  }

  private func rows(
    _ sql: String, _ more: StatementArguments = [:]
  ) throws -> RecordCursor<TransactionCandidate> {
    try TransactionCandidate.fetchCursor(db.cachedStatement(sql: sql), arguments: places + more)
  }

  /// Whether the filter has dates, and the customer bought few enough transactions between them to sort.
  private func hasFewDates() throws -> Bool {
    guard query.filter.startDate != nil || query.filter.endDate != nil else { return false }
    let count = try Int.fetchOne(
      db.cachedStatement(sql: LedgerQuery.countBought),
      arguments: dates + ["customer": customer.rawValue, "limit": readLimit + 1])
    return count.map { $0 <= readLimit } == true
  }

  private typealias Part = (product: String, state: TransactionState)

  /// The products and states that the filter selects.
  private func parts() throws -> [Part] {
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: LedgerQuery.products), arguments: ["customer": customer.rawValue])
    return try rows.flatMap { row -> [Part] in
      let row = CheckedRow(row, of: TransactionRow.databaseTableName)
      let product: String = try row.decode(forColumn: "product_id")
      let type: ProductType = try row.decode(forColumn: "type")
      guard
        query.filter.selects(
          product: product, type, groupID: try row.decode(String?.self, forColumn: "group_id"))
      else { return [] }
      return TransactionState.all(of: type).filter(query.filter.selects).map { (product, $0) }
    }
  }

  /// The arguments of every query.
  private var places: StatementArguments {
    let before = query.before ?? .last(until: .max)
    return [
      "customer": customer.rawValue,
      "afterSequence": query.after.sequence, "afterID": query.after.id.column,
      "beforeSequence": before.sequence, "beforeID": before.id.column,
    ]
  }

  private var dates: StatementArguments {
    [
      "start": query.filter.startDate?.millisecondsSince1970 ?? .min,
      "end": query.filter.endDate?.millisecondsSince1970 ?? .max,
    ]
  }

  private func arguments(of parts: [Part]) -> StatementArguments {
    var arguments: [String: (any DatabaseValueConvertible)?] = [:]
    for (index, part) in parts.enumerated() {
      arguments["product\(index)"] = part.product
      arguments["state\(index)"] = part.state.rawValue
    }
    return StatementArguments(arguments)
  }
}

/// The values by which a transaction is selected, and its place.
private struct TransactionCandidate: FetchableRecord {
  let place: LastModification
  let productID: String
  let type: ProductType
  let groupID: String?
  let purchaseDate: Date
  let state: TransactionState

  init(row: Row) throws {
    let row = CheckedRow(row, of: TransactionRow.databaseTableName)
    place = LastModification(
      sequence: try row.number("modified_sequence"), id: try row.transactionID("id"))
    productID = try row.decode(forColumn: "product_id")
    type = try row.decode(forColumn: "type")
    groupID = try row.decode(String?.self, forColumn: "group_id")
    purchaseDate = try row.date("purchase_date")
    state = try TransactionState(rawValue: try row.number("state"))
      .required("state", of: TransactionRow.self)
  }
}

extension TransactionFilter {
  fileprivate func selects(_ candidate: TransactionCandidate) -> Bool {
    startDate.map { candidate.purchaseDate >= $0 } != false
      && endDate.map { candidate.purchaseDate < $0 } != false
      && selects(product: candidate.productID, candidate.type, groupID: candidate.groupID)
      && selects(candidate.state)
  }
}
