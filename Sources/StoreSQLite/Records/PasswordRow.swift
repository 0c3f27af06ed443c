import GRDB
import StoreEngine

/// A row of the table `password`.
struct PasswordRow: StoreRecord {
  static let table = Table<PasswordRow>(
    "password", key: ["account"],
    columns: [
      "account": { $0.account },
      "hash": { $0.value.bytes },
      "salt": { $0.value.salt },
      "rounds": { $0.value.cost.rounds },
      "block_size": { $0.value.cost.blockSize },
      "parallelism": { $0.value.cost.parallelism },
    ])

  let account: Int64
  let value: PasswordHash

  init(_ password: PasswordHash, of account: Int64) {
    self.account = account
    value = password
  }
}

extension PasswordRow {
  init(row: CheckedRow) throws {
    account = try row.key("account")
    value = PasswordHash(
      bytes: try row.decode(forColumn: "hash"), salt: try row.decode(forColumn: "salt"),
      cost: try ScryptParameters(row: row))
  }
}

extension ScryptParameters {
  /// Reads the columns of a password.
  ///
  /// The bounds are far above the values of any version of the store, and low enough for any
  /// machine.
  init(row: CheckedRow) throws {
    self.init(
      rounds: try row.number("rounds", in: 2...1 << 20),
      blockSize: try row.number("block_size", in: 1...64),
      parallelism: try row.number("parallelism", in: 1...64))
  }
}
