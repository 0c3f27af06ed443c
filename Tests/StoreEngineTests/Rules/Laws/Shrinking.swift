extension History {
  /// A history that breaks the same law with as few deeds and as short waits as can be found by
  /// leaving out, joining and halving.
  func shrunken(while isBroken: (History) -> Bool) -> History {
    var smallest = self
    var size = max(1, deeds.count / 2)
    while size > 0 {
      smallest = smallest.withoutParts(of: size, while: isBroken)
      size /= 2
    }
    let joined = smallest.withJoinedWaits
    return (isBroken(joined) ? joined : smallest).withShorterWaits(while: isBroken)
  }

  private func withoutParts(of size: Int, while isBroken: (History) -> Bool) -> History {
    var smallest = self
    var index = 0
    while index < smallest.deeds.count {
      var smaller = smallest
      smaller.deeds.removeSubrange(index..<min(index + size, smaller.deeds.count))
      if isBroken(smaller) { smallest = smaller } else { index += size }
    }
    return smallest
  }

  private var withJoinedWaits: History {
    var joined = self
    joined.deeds = deeds.reduce(into: []) { deeds, deed in
      guard case .wait(let more) = deed, case .wait(let seconds)? = deeds.last else {
        return deeds.append(deed)
      }
      deeds[deeds.count - 1] = .wait(seconds + more)
    }
    return joined
  }

  private func withShorterWaits(while isBroken: (History) -> Bool) -> History {
    var smallest = self
    for index in deeds.indices {
      while case .wait(let seconds) = smallest.deeds[index], seconds > 0 {
        var smaller = smallest
        let days = seconds / NaiveTime.day
        smaller.deeds[index] = .wait(days > 0 ? days / 2 * NaiveTime.day : seconds / 2)
        guard isBroken(smaller) else { break }
        smallest = smaller
      }
    }
    return smallest
  }
}
