import AppStorePayloads
import Foundation
import StoreEngine

extension Law {
  static let oneActiveSubscription = Law("one active subscription") { performed in
    let store = performed.real
    // Including those of transactions that were deleted later.
    let charged = store.shop.draft.changes.compactMap(\.charged)
    let groups = charged.reduce(into: [:]) { $0[$1.id.number] = $1.period?.groupID }
    for observation in store.observations {
      let entitled = observation.entitlements.compactMap { groups[$0] }
      let accessible = observation.plans.filter(\.value.grantsAccess).keys
      guard entitled.sorted() == accessible.sorted() else { return "\(observation)" }
    }
    return nil
  }

  static let entitlements = Law("entitlements") { performed in
    let expected = performed.naive.observations.map(\.entitlements)
    let seen = performed.real.observations.map(\.entitlements)
    let index = zip(expected, seen).enumerated().first { $1.0 != $1.1 }
    return index.map { "observation \($0): expected \($1.0), but the payloads entitle to \($1.1)" }
  }

  static let periodsDoNotOverlap = Law("periods do not overlap") { performed in
    let receipts = try performed.real.receipts
    let groups = Set(receipts.compactMap(\.group)).subtracting(performed.real.forgottenGroups)
    for group in groups {
      let periods = receipts.filter { $0.group == group }
      for (period, next) in zip(periods, periods.dropFirst()) {
        guard let end = period.serviceEnd else { return "\(period) has no end" }
        guard next.date >= end || period.isUpgraded else { return "\(period)\n\(next)" }
      }
    }
    return nil
  }

  static let retryEnds = Law("retry ends") { performed in
    for retry in performed.real.retries {
      let seconds = retry.end.timeIntervalSince(retry.begin)
      let most = Double(NaiveTimeRate.retry(at: retry.settings.timeRate))
      guard seconds <= most else { return "\(retry)" }
    }
    return nil
  }

  static let graceEnds = Law("grace ends") { performed in
    for retry in performed.real.retries {
      guard let graceEnd = retry.graceEnd else { continue }
      let seconds = graceEnd.timeIntervalSince(retry.begin)
      let settings = retry.settings
      let most = NaiveTimeRate.grace(
        of: retry.length, days: settings.graceDays, at: settings.timeRate)
      guard seconds <= Double(most) else { return "\(retry)" }
    }
    return nil
  }
}

extension Observation.PlanState {
  fileprivate var grantsAccess: Bool { status == .subscribed || status == .inGracePeriod }
}

extension Receipt {
  var group: String? { NaiveProduct.groups[product] }

  /// The end of its access; `nil` unless it is a subscription period.
  var serviceEnd: NaiveTime? { expires.map { end in min(end, revoked?.date ?? end) } }
}

extension NaiveProduct {
  fileprivate static let groups = Dictionary(
    uniqueKeysWithValues: all.compactMap { product in product.group.map { (product.id, $0) } })
}
