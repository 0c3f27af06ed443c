import Foundation
import StoreOperatorAPI

extension TransactionNotification {
  /// The date, the type, the UUID and the results of the attempts.
  var cells: [String] {
    let name = [type, subtype].compactMap(\.self).joined(separator: " ")
    let results = attempts.map(\.result).joined(separator: ", ")
    return [
      date.formatted(.iso8601), name, "\(id)", results.isEmpty ? "not sent yet" : results,
    ]
  }
}
