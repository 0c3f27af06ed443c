import GRDB

/// A row of one table, whose columns have the properties' names in snake case.
protocol StoreRecord: Codable, FetchableRecord, PersistableRecord {}

/// A row whose number SQLite gives.
protocol MutableStoreRecord: Codable, FetchableRecord, MutablePersistableRecord {}

extension StoreRecord {
  static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { .convertToSnakeCase }
  static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
    .convertFromSnakeCase
  }
}

extension MutableStoreRecord {
  static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { .convertToSnakeCase }
  static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
    .convertFromSnakeCase
  }
}
