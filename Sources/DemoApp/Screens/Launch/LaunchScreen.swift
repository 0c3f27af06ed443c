import Foundation
import OpenStoreKit
import TerminalUI

/// The three steps of a launch on a device that has shown nothing yet; only if it is slow.
struct LaunchScreen {
  let demo: Demo

  func fill(_ page: inout Page, height: Int) {
    guard demo.launch.isSlow else { return }
    if height >= 16 {
      page.picture(demo.presentation.hero)
      page.blank()
    }
    page.line(Line(demo.presentation.texts[.launching], .title))
    page.blank()
    for step in LaunchStep.allCases { page.line(line(of: step)) }
  }

  private func line(of step: LaunchStep) -> Line {
    if let timing = demo.launch.timings.first(where: { $0.step == step }) {
      return Line(
        [Span("\(Glyphs.check) ", .good), Span(step.title)],
        trailing: [Span(timing.duration.milliseconds, .muted)])
    }
    let isCurrent = demo.launch.current == step
    let sign = isCurrent ? Span("\(Glyphs.pointer) ", .accent) : Span("\(Glyphs.bullet) ", .muted)
    return Line([sign, Span(step.title, isCurrent ? .title : .muted)])
  }
}

extension LaunchStep {
  /// The description of the step, for a person.
  package var title: String {
    switch self {
    case .listen: "Listening for transactions"
    case .entitle: "Checking what you own"
    case .personalise: "Setting up your screen"
    }
  }
}

extension Duration {
  /// "0.4 ms", with one digit.
  package var milliseconds: String {
    let value = Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
    return value.formatted(
      .number.precision(.fractionLength(1)).locale(Locale(identifier: "en_US"))) + " ms"
  }
}
