import Foundation
import OpenStoreKit
import TerminalUI

/// The launch on a device that has shown nothing yet.
///
/// It shows the shop's picture where a new customer will see it, and the three steps if they are slow.
struct LaunchScreen {
  let demo: Demo

  /// The height from which there is room for the picture and the steps.
  private static let pictureHeight = 16

  func fill(_ page: inout Page, height: Int) {
    if height >= Self.pictureHeight { page.hero(of: demo.presentation) }
    guard demo.launch.isSlow else { return }
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
