/// The screens of a program, one after the other.
package struct Recording: Equatable, Sendable {
  /// Two successive frames always differ.
  package private(set) var frames: [Frame] = []

  package init() {}

  /// Adds a screen, unless it is the one that was added last.
  package mutating func add(_ frame: Frame) {
    if frame != frames.last { frames.append(frame) }
  }

  /// The last screen; an empty one if there are none.
  package var last: Frame { frames.last ?? Frame(size: Size(columns: 0, rows: 0)) }
}
