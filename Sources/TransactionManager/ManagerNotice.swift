import TerminalUI
import VisibleText

/// A sentence about what has just happened, or is in progress.
struct ManagerNotice: Equatable, Sendable {
  enum Tone: Equatable, Sendable { case good, bad, inProgress }

  let text: String
  let tone: Tone

  /// A sentence about what a control has done.
  init(done text: String) { (self.text, tone) = (text, .good) }

  /// A sentence about what was refused, or could not be read.
  init(refused reason: String) { (text, tone) = (reason.capitalizedFirst, .bad) }

  /// The title of a control that is in progress.
  init(inProgress title: String) {
    (text, tone) = ("\(title) \(Glyphs.ellipsis)", .inProgress)
  }
}

extension TransactionManager {
  /// The notice above the keys; `nil` without a notice.
  var notice: ManagerNotice? {
    if case .working(let title, _) = activity { return ManagerNotice(inProgress: title) }
    return switch mode {
    case .list, .filter:
      shown.failure.map { ManagerNotice(refused: $0) } ?? listNotice
        ?? (shown.isReading ? ManagerNotice(inProgress: "Reading") : nil)
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
