import Contest
import DemoApp
import Foundation
import OpenStoreKit
import TerminalUI

/// What one picture costs on a large terminal.
enum Drawing {
  private static let size = Size(columns: 200, rows: 60)

  static func run(_ scene: Scene, presentation: Presentation) async throws {
    let demo = await demo(scene, presentation)
    try await Contest(
      name: "compose the shop at 200x60", reference: "fill a frame of that size with one letter",
      measure: .cost
    ).run {
      await timed(5) { precondition(picture(of: demo).size == size) }
    } against: {
      await timed(5) { precondition(filled().size == size) }
    }
  }

  private static func picture(of demo: Demo) -> Frame {
    var frame = Frame(size: size)
    demo.draw(on: &frame)
    return frame
  }

  private static func filled() -> Frame {
    var frame = Frame(size: size)
    frame.fill(frame.bounds, with: Cell("x"))
    return frame
  }

  /// The storefront after its launch, on the shop's page.
  private static func demo(_ scene: Scene, _ presentation: Presentation) async -> Demo {
    let keeper = StoreController(
      session: scene.session, presentation: presentation, folder: scene.device.folder)
    let personalised = await StoreSession.$current.withValue(scene.session) {
      await keeper.launch()
    }
    var demo = Demo(presentation: presentation)
    _ = demo.update(.message(.personalised(personalised)))
    _ = demo.update(.input(.key(.character("s"))))
    return demo
  }
}
