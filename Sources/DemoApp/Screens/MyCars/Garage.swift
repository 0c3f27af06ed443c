import OpenStoreKit
import TerminalUI

/// The customer's cars side by side on a road, as many as fit.
///
/// If there are more, the screen shows the part with the selected car, so that nothing moves until
/// the selection leaves that part.
struct Garage: Equatable {
  /// A car and its place on the road.
  struct Bay: Equatable {
    let id: String
    let name: String
    let picture: [String]
    /// A note on the road below a car that has changed by itself; empty otherwise.
    var note = ""
    fileprivate(set) var column = 0

    var pictureColumns: Int { picture.first?.count ?? 0 }
    /// With room for the bar of a selected name.
    var columns: Int { max(pictureColumns, Width.columns(name) + 2) }
  }

  /// The bays in view.
  let bays: [Bay]
  let columns: Int
  /// Whether there are cars before and after those in view.
  let hasEarlier: Bool
  let hasLater: Bool

  /// - Parameters:
  ///   - cars: At least one; all with their pictures.
  ///   - selected: The selected car; without one, the first cars are in view.
  ///   - columns: The width of the road.
  init(_ cars: [Bay], selected: String?, columns: Int) {
    let groups = Self.groups(of: cars, columns: columns)
    let shown = groups.firstIndex { $0.contains { $0.id == selected } } ?? 0
    bays = groups.indices.contains(shown) ? Self.spread(groups[shown], columns) : []
    self.columns = columns
    hasEarlier = shown > 0
    hasLater = shown + 1 < groups.count
  }

  /// The minimum number of columns between two cars.
  private static let gap = 1

  private static func groups(of cars: [Bay], columns: Int) -> [[Bay]] {
    var groups: [[Bay]] = []
    var used = columns
    for car in cars {
      if groups.isEmpty || used + gap + car.columns > columns {
        groups.append([car])
        used = car.columns
      } else {
        groups[groups.count - 1].append(car)
        used += gap + car.columns
      }
    }
    return groups
  }

  /// Distributes the free columns equally before, between and after the cars.
  private static func spread(_ bays: [Bay], _ columns: Int) -> [Bay] {
    let used = bays.map(\.columns).reduce(0, +) + (bays.count - 1) * gap
    let free = max(0, columns - used)
    var start = 0
    return bays.enumerated().map { index, bay in
      var bay = bay
      bay.column = start + free * (index + 1) / (bays.count + 1)
      start += bay.columns + gap
      return bay
    }
  }

  /// The height of the tallest picture.
  var height: Int { bays.map(\.picture.count).max() ?? 0 }
}

extension Garage.Bay {
  /// The column of the picture, in the middle of the bay.
  var pictureColumn: Int { column + (columns - pictureColumns) / 2 }
  var nameColumn: Int { column + (columns - Width.columns(name)) / 2 }
  var noteColumn: Int { column + (columns - Width.columns(note)) / 2 }
}
