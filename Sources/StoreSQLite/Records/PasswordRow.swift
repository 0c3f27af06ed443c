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
  init(row: Row) throws {
    account = try row.decode(forColumn: "account")
    value = PasswordHash(
      bytes: try row.decode(forColumn: "hash"), salt: try row.decode(forColumn: "salt"),
      cost: ScryptParameters(
        rounds: try row.decode(forColumn: "rounds"),
        blockSize: try row.decode(forColumn: "block_size"),
        parallelism: try row.decode(forColumn: "parallelism")))
  }
}
