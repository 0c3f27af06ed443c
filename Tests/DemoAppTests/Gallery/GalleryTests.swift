import TestSupport
import Testing

@testable import DemoApp

/// Every screen of the app at four sizes, with its styles and in ASCII.
@Suite(.hangLimit) struct GalleryTests {
  @Test func `every screen looks as it was recorded`() async throws {
    try expectRecorded(await Gallery.screens.value, in: "../Snapshots/Gallery")
  }
}
