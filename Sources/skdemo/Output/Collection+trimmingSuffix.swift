extension BidirectionalCollection {
  /// The collection without the elements at its end that `isTrimmed` selects; it examines only
  /// these and one more.
  func trimmingSuffix(while isTrimmed: (Element) throws -> Bool) rethrows -> SubSequence {
    var end = endIndex
    while end > startIndex, try isTrimmed(self[index(before: end)]) { formIndex(before: &end) }
    return self[..<end]
  }
}
