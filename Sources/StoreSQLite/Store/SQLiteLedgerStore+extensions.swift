import GRDB
import StoreEngine

extension Database {
  /// The result of a developer's request for an extension, found by the primary key; `nil` if it was not
  /// granted.
  func grantedExtension(
    _ key: ExtensionRequest.Key, of customer: CustomerNumber
  ) throws -> GrantedExtension? {
    try GrantedExtensionRow.fetchOne(
      cachedStatement(
        sql: """
          SELECT * FROM granted_extension
          WHERE customer = ? AND original_id = ? AND request_identifier = ?
          """),
      arguments: [customer.rawValue, key.originalID.column, key.requestIdentifier.argument]
    )?.value
  }
}
