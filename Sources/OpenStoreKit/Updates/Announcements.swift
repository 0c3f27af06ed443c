import AppStorePayloads
import Synchronization

/// The session's announcements to one iterator of ``Transaction/updates`` from now on.
struct Announcements: Sendable {
  private let limit: AnnouncementLimit
  private let stream: AsyncStream<Announcement>

  /// Without a session, it receives the announcements of the session that the process connects to.
  init(of session: StoreSession?) {
    let limit = AnnouncementLimit()
    self.limit = limit
    stream = StoreSession.stream(of: session) { $0.announcements(within: limit) }
  }

  func makeIterator() -> Iterator {
    Iterator(limit: limit, stream: stream.makeAsyncIterator())
  }

  struct Iterator {
    fileprivate let limit: AnnouncementLimit
    fileprivate var stream: AsyncStream<Announcement>.Iterator

    /// Returns the next announcement, or `nil` if the task is cancelled.
    mutating func next(isolation actor: isolated (any Actor)?) async -> Announcement? {
      let announcement = await stream.next(isolation: actor)
      if let announcement { limit.took(announcement) }
      return announcement
    }
  }
}

/// Bounds the renewals that wait for an iterator which does not ask for them.
///
/// Once this number of announcements waits, new renewals are not added. Instead, the iterator reads
/// all pages of unfinished transactions again: these have the renewals, unless another copy of the
/// app has delivered them. Refunds, upgrades and purchases always wait, because no page has the
/// finished ones.
final class AnnouncementLimit: Sendable {
  private struct State {
    var waiting = 0
    /// Whether a request to read all pages again is already waiting.
    var readsPagesAgain = false
  }

  private let limit: Int
  private let state = Mutex(State())

  init(_ limit: Int = 1_000) { self.limit = limit }

  /// Returns what waits instead of an announcement; `nil` if nothing more has to wait.
  func admit(_ announcement: Announcement) -> Announcement? {
    state.withLock { state in
      let admitted = state.waiting < limit ? announcement : announcement.orItsPage
      if case .allUnfinished = admitted {
        if state.readsPagesAgain { return nil }
        state.readsPagesAgain = true
      }
      state.waiting += 1
      return admitted
    }
  }

  /// The iterator has taken an announcement, before it reads a page because of it.
  func took(_ announcement: Announcement) {
    state.withLock { state in
      state.waiting -= 1
      if case .allUnfinished = announcement { state.readsPagesAgain = false }
    }
  }
}

extension Announcement {
  /// The pages, if they have this transaction until it is delivered; else the announcement itself.
  fileprivate var orItsPage: Announcement {
    guard case .transaction(let signed) = self, signed.payload.transactionReason == .renewal,
      signed.payload.revocationDate == nil, signed.payload.isUpgraded == nil
    else { return self }
    return .allUnfinished
  }
}
