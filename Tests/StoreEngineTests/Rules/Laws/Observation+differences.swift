extension Observation {
  /// One line for each value that differs from what another store shows.
  func differences(from seen: Observation) -> String {
    let groups = Set(plans.keys).union(seen.plans.keys).sorted()
    let states = groups.flatMap { group in
      Self.lines(plans[group] as Any, seen.plans[group] as Any).map { "\(group).\($0)" }
    }
    var (expected, other) = (self, seen)
    (expected.plans, other.plans) = ([:], [:])
    return (Self.lines(expected, other) + states).joined(separator: "\n")
  }

  private static func lines(_ expected: Any, _ seen: Any) -> [String] {
    let (left, right) = (values(of: expected), values(of: seen))
    guard left.count == right.count else { return ["expected \(expected), but was \(seen)"] }
    return zip(left, right).filter { $0.1 != $1.1 }
      .map { "\($0.0): expected \($0.1), but was \($1.1)" }
  }

  private static func values(of value: Any) -> [(String, String)] {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional, let some = mirror.children.first?.value else {
      return mirror.children.map { ($0.label ?? "", sorted($0.value)) }
    }
    return values(of: some)
  }

  private static func sorted(_ value: Any) -> String {
    (value as? Set<Int>).map { "\($0.sorted())" } ?? "\(value)"
  }
}
