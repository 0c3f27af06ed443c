/// A sentence about what has just happened.
struct ManagerNotice: Equatable, Sendable {
  let text: String
  let isGood: Bool

  /// A sentence about what a control has done.
  init(done text: String) { (self.text, isGood) = (text, true) }

  /// A sentence about what was refused, or could not be read.
  init(refused reason: String) {
    (text, isGood) = (reason.prefix(1).uppercased() + reason.dropFirst(), false)
  }
}

extension TransactionManager {
  /// The notice above the keys; `nil` without a notice.
  var notice: ManagerNotice? {
    switch mode {
    case .list, .filter:
      shown.failure.map { ManagerNotice(refused: $0) } ?? listNotice
    case .details: activity.notice
    case .form(let form): form.problem.map { ManagerNotice(refused: $0) }
    case .answer: nil
    }
  }
}

extension TransactionManager.Activity {
  /// The result of a control; `nil` before it.
  var notice: ManagerNotice? {
    switch self {
    case .idle, .working: nil
    case .done(let text): ManagerNotice(done: text)
    case .refused(let reason): ManagerNotice(refused: reason)
    }
  }
}
