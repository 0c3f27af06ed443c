extension History {
  /// A shorter history that violates the same law.
  ///
  /// Removes steps, joins waits and halves them as long as the law is still violated.
  func shrunken(while isBroken: (History) -> Bool) -> History {
    var smallest = self
    var size = max(1, steps.count / 2)
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
    while index < smallest.steps.count {
      var smaller = smallest
      smaller.steps.removeSubrange(index..<min(index + size, smaller.steps.count))
      if isBroken(smaller) { smallest = smaller } else { index += size }
    }
    return smallest
  }

  private var withJoinedWaits: History {
    var joined = self
    joined.steps = steps.reduce(into: []) { steps, step in
      guard case .wait(let more) = step, case .wait(let seconds)? = steps.last else {
        return steps.append(step)
      }
      steps[steps.count - 1] = .wait(seconds + more)
    }
    return joined
  }

  private func withShorterWaits(while isBroken: (History) -> Bool) -> History {
    var smallest = self
    for index in steps.indices {
      while case .wait(let seconds) = smallest.steps[index], seconds > 0 {
        var smaller = smallest
        let days = seconds / NaiveTime.day
        smaller.steps[index] = .wait(days > 0 ? days / 2 * NaiveTime.day : seconds / 2)
        guard isBroken(smaller) else { break }
        smallest = smaller
      }
    }
    return smallest
  }
}
