import Foundation
import StoreEngine
import TestSupport
import Testing

/// Every file is either read or refused with an error of one line.
@Suite struct CatalogueFuzzTests {
  @Test(arguments: Configurations.names)
  func `a damaged file is either read or refused`(name: String) throws {
    let whole = try Configurations.data(name)
    let tree = try JSONDecoder().decode(JSONTree.self, from: whole)

    for seed in 0..<500 {
      var dice = SeededGenerator(seed: UInt64(seed))
      let damaged = try dice.roll(2) == 0 ? whole.damaged(by: &dice) : tree.damaged(by: &dice)
      do {
        let catalogue = try Catalogue.read(damaged, file: name)
        #expect(Set(catalogue.products.map(\.id)).count == catalogue.products.count)
        #expect(catalogue.products.allSatisfy { $0.price >= 0 && !$0.id.isEmpty })
      } catch {
        #expect(error.description.hasPrefix("\(name): "), "seed \(seed)")
        #expect(!error.description.contains { $0.isNewline }, "seed \(seed)")
      }
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

/// Any JSON value.
private indirect enum JSONTree: Codable, Sendable {
  case object([String: JSONTree])
  case list([JSONTree])
  case text(String)
  case number(Double)
  case flag(Bool)
  case null

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let object = try? value.decode([String: JSONTree].self) {
      self = .object(object)
    } else if let list = try? value.decode([JSONTree].self) {
      self = .list(list)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = .null
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .object(let object): try value.encode(object)
    case .list(let list): try value.encode(list)
    case .text(let text): try value.encode(text)
    case .number(let number): try value.encode(number)
    case .flag(let flag): try value.encode(flag)
    case .null: try value.encodeNil()
    }
  }

  /// Returns the JSON with some keys removed and some values replaced.
  func damaged(by dice: inout SeededGenerator) throws -> Data {
    var damaged = self
    for _ in 0...dice.roll(3) { damaged.hit(by: &dice) }
    return try JSONEncoder().encode(damaged)
  }

  private mutating func hit(by dice: inout SeededGenerator) {
    switch self {
    case .object(var object) where !object.isEmpty && dice.roll(12) > 0:
      let key = object.keys.sorted()[dice.roll(object.count)]
      if dice.roll(5) == 0 {
        object[key] = nil
      } else {
        object[key]?.hit(by: &dice)
      }
      self = .object(object)
    case .list(var list) where !list.isEmpty && dice.roll(12) > 0:
      let index = dice.roll(list.count)
      if dice.roll(5) == 0 {
        list.append(list[index])
      } else {
        list[index].hit(by: &dice)
      }
      self = .list(list)
    default:
      self = Self.replacements[dice.roll(Self.replacements.count)]
    }
  }

  private static let replacements: [JSONTree] = [
    .null, .flag(true), .number(-1), .number(1e300), .number(0.5), .text(""), .text("P1M"),
    .text("-0.01"), .text("Consumable"), .text("\u{1B}[2J\n"), .list([]), .list([.null]),
    .object([:]), .number(9e15), .text(String(repeating: "x", count: 5000)),
  ]
}
