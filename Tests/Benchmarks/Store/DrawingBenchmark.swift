import Comparison
import DemoApp
import Foundation
import OpenStoreKit
import TerminalUI

/// The cost of composing one frame for a large terminal.
enum DrawingBenchmark {
  private static let size = Size(columns: 200, rows: 60)

  static func run(_ store: StoreWithHistory, presentation: Presentation) async throws {
    let demo = await demo(store, presentation)
    try await Comparison(
      name: "compose the shop at 200x60", reference: "fill a frame of that size with one letter",
      measure: .cost
    ).run {
      await timed(5) { precondition(frame(of: demo).size == size) }
    } against: {
      await timed(5) { precondition(filledFrame().size == size) }
    }
  }

  private static func frame(of demo: Demo) -> Frame {
    var frame = Frame(size: size)
    demo.draw(on: &frame)
    return frame
  }

  private static func filledFrame() -> Frame {
    var frame = Frame(size: size)
    frame.fill(frame.bounds, with: Cell("x"))
    return frame
  }

  /// The storefront after its launch, on the shop page.
  private static func demo(_ store: StoreWithHistory, _ presentation: Presentation) async -> Demo {
    let controller = StoreController(
      session: store.session, presentation: presentation, folder: store.device.folder)
    let launchResult = await StoreSession.$current.withValue(store.session) {
      await controller.launch()
    }
    var demo = Demo()
    _ = demo.update(.message(.opened(presentation, lastSeen: nil, fuel: [:])))
    _ = demo.update(.message(.launched(launchResult)))
    _ = demo.update(.input(.key(.character("s"))))
    return demo
  }
}
