/// Neighbouring cells of one row.
package struct Run: Equatable, Sendable {
  package let start: Point
  package let cells: [Cell]
}

extension Frame {
  /// Returns the runs that must be drawn over `old` to show this frame, in reading order.
  ///
  /// Written over `old` it gives this frame. A frame of another size differs everywhere. A
  /// wide character is never split over two runs.
  package func differences(from old: Frame) -> [Run] {
    guard size == old.size else { return (0..<size.rows).flatMap { runs(in: $0, changed: nil) } }
    return (0..<size.rows).filter { row($0) != old.row($0) }
      .flatMap { runs(in: $0, changed: old.row($0)) }
  }

  private func runs(in row: Int, changed old: ArraySlice<Cell>?) -> [Run] {
    let new = Array(row < size.rows ? self.row(row) : [])
    let old = old.map { Array($0) }
    var runs: [Run] = []
    var column = 0
    while column < new.count {
      let end = endOfChange(from: column, new: new, old: old)
      if end > column {
        runs.append(
          Run(start: Point(column: column, row: row), cells: Array(new[column..<end])))
      }
      column = max(end, column + 1)
    }
    return runs
  }

  /// Returns the end of the change that begins at `start`; `start` itself if nothing begins there.
  private func endOfChange(from start: Int, new: [Cell], old: [Cell]?) -> Int {
    guard let old else { return new.count }
    var column = start
    while column < new.count {
      let isWide = column + 1 < new.count && new[column + 1].text.isEmpty
      let isSame =
        new[column] == old[column] && (!isWide || new[column + 1] == old[column + 1])
      guard !isSame else { break }
      column += isWide ? 2 : 1
    }
    return column
  }
}
