import TestSupport
import Testing

/// Every sheet at four sizes, with its styles and in ASCII.
@Suite struct SheetGalleryTests {
  @Test func `every sheet looks as it was recorded`() throws {
    try expectRecorded(SheetGallery.screens, in: "../Snapshots/Gallery")
  }
}
