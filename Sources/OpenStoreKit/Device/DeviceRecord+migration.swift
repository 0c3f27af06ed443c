import AppStorePayloads
import StoreAPI

extension DeviceRecord {
  /// Returns this record as the current version has it; `data` is the file that it was read from.
  func migrated(_ data: Data) -> DeviceRecord {
    guard version == 1 else { return self }
    var copy = self
    copy.version = Self.currentVersion
    copy.unfinished = FirstVersion.unfinished(in: data)
    return copy
  }

  /// The fields that the first version had among the purchases.
  private struct FirstVersion: Decodable {
    struct CustomerPurchases: Decodable {
      let unfinished: [String]
    }

    let purchases: CustomerPurchases?

    private enum CodingKeys: String, CodingKey { case purchases = "holdings" }

    /// The newest of the unfinished transactions, as many as are kept now.
    static func unfinished(in data: Data) -> [KeptTransaction]? {
      let record = try? JSONDecoder.payload.decode(FirstVersion.self, from: data)
      return record?.purchases?.unfinished.suffix(UnfinishedPage.limit)
        .compactMap(KeptTransaction.init)
    }
  }
}
