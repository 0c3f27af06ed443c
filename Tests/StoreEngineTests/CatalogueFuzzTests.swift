import Foundation
import StoreEngine
import TestSupport
import Testing

/// Every file is either read or refused with an error of one line.
@Suite struct CatalogueFuzzTests {
  @Test(arguments: Configurations.names)
  func `a damaged file is either read or refused`(name: String) async throws {
    let whole = try Configurations.data(name)
    let tree = try JSONSerialization.jsonObject(with: whole)

    for seed in 0..<500 {
      var dice = SeededGenerator(seed: UInt64(seed))
      let broken =
        try dice.roll(2) == 0 ? whole.damaged(by: &dice) : file(of: tree, damagedBy: &dice)
      do {
        let catalogue = try Catalogue.read(broken, file: name)
        #expect(Set(catalogue.products.map(\.id)).count == catalogue.products.count)
        #expect(catalogue.products.allSatisfy { $0.price >= 0 && !$0.id.isEmpty })
      } catch {
        #expect(error.description.hasPrefix("\(name): "), "seed \(seed)")
        #expect(!error.description.contains { $0.isNewline }, "seed \(seed)")
      }
      // Other tests need the thread.
      await Task.yield()
    }
  }
}

extension Data {
  /// Returns the data cut short, or with some bits flipped.
  fileprivate func damaged(by dice: inout SeededGenerator) -> Data {
    guard dice.roll(3) > 0 else { return prefix(dice.roll(count)) }
    var damaged = self
    for _ in 0...dice.roll(4) {
      damaged[damaged.startIndex + dice.roll(count)] ^= 1 << dice.roll(8)
    }
    return damaged
  }
}

/// Returns the file with up to four changes in its JSON.
private func file(of tree: Any, damagedBy dice: inout SeededGenerator) throws -> Data {
  var changed = tree
  for _ in 0...dice.roll(3) { changed = damaged(changed, by: &dice) }
  return try JSONSerialization.data(withJSONObject: changed, options: .fragmentsAllowed)
}

/// Returns the JSON value with some keys removed and some values replaced.
private func damaged(_ value: Any, by dice: inout SeededGenerator) -> Any {
  switch value {
  case var object as [String: Any] where !object.isEmpty && dice.roll(12) > 0:
    let key = object.keys.sorted()[dice.roll(object.count)]
    object[key] = dice.roll(5) == 0 ? nil : object[key].map { damaged($0, by: &dice) }
    return object
  case var list as [Any] where !list.isEmpty && dice.roll(12) > 0:
    let index = dice.roll(list.count)
    if dice.roll(5) == 0 {
      list.append(list[index])
    } else {
      list[index] = damaged(list[index], by: &dice)
    }
    return list
  default:
    let replacements: [Any] = [
      NSNull(), true, -1, 1e300, 0.5, "", "P1M", "-0.01", "Consumable", "\u{1B}[2J\n", [Any](),
      [NSNull()], [String: Any](), 9e15, String(repeating: "x", count: 5000),
    ]
    return replacements[dice.roll(replacements.count)]
  }
}
