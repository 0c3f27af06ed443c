/// A part of a frame that can be pressed with the mouse.
package struct HitRegion: Hashable, Sendable {
  /// The meaning of a press.
  package enum Press: Hashable, Sendable {
    /// The same as this key.
    case key(Key)
    /// Selects the element with this index, or opens it if it is selected.
    case choice(Int)
  }

  package let rect: Rect
  package let press: Press
}

extension HitRegion.Press {
  /// The input that the press stands for.
  package var input: Input {
    switch self {
    case .key(let key): .key(key)
    case .choice(let index): .choice(index)
    }
  }
}

extension Frame {
  /// Makes a press on `rect` the same as `key`.
  ///
  /// Of regions that overlap, the latest gets the press.
  package mutating func addRegion(_ rect: Rect, pressing key: Key) {
    addRegion(rect, meaning: .key(key))
  }

  /// Makes a press on `rect` choose the element with this index.
  ///
  /// Of regions that overlap, the latest gets the press.
  package mutating func addRegion(_ rect: Rect, choosing index: Int) {
    addRegion(rect, meaning: .choice(index))
  }

  /// Gives a press on `rect` a meaning.
  ///
  /// Of regions that overlap, the latest gets the press.
  package mutating func addRegion(_ rect: Rect, meaning press: HitRegion.Press) {
    let part = rect.intersection(bounds)
    guard part.size.columns > 0, part.size.rows > 0 else { return }
    regions.append(HitRegion(rect: part, press: press))
  }

  /// Returns what a press at a point means; `nil` if it means nothing.
  package func press(at point: Point) -> HitRegion.Press? {
    regions.last { $0.rect.contains(point) }?.press
  }
}
