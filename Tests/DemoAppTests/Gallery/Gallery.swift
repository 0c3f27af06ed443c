import TerminalUI
import TestSupport

@testable import DemoApp

/// Every screen of the app in every state.
enum Gallery {
  /// The storefront on a screen of the gallery.
  struct Entry: Sendable {
    let state: String
    let name: String
    let demo: Demo
    let screen: GalleryScreen

    init(_ state: String, _ name: String, _ demo: Demo) {
      (self.state, self.name, self.demo) = (state, name, demo)
      screen = GalleryScreen(state: state, name: name) {
        demo.frame(columns: $0.columns, rows: $0.rows)
      }
    }
  }

  /// The storefront in every state, without what opens over it.
  static let entries = Task {
    await launches() + plans() + customers() + shops() + pages() + histories() + notices()
  }

  /// All screens, drawn once.
  static let screens = Task {
    await entries.value.map(\.screen) + overlays()
  }
}

extension Demo {
  /// The storefront after these keys.
  func typing(_ keys: Key...) -> Demo {
    var demo = self
    for key in keys { demo.type(key) }
    return demo
  }

  /// The storefront after the keys of these characters.
  func typing(_ characters: String) -> Demo {
    var demo = self
    demo.type(characters)
    return demo
  }

  /// The storefront after these messages.
  func receiving(_ messages: Message...) -> Demo {
    var demo = self
    for message in messages { demo.send(message) }
    return demo
  }
}
