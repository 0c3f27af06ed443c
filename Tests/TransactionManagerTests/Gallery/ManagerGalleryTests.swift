import TestSupport
import Testing

/// The Transaction Manager at four sizes, with its styles and in ASCII.
@Suite struct ManagerGalleryTests {
  @Test func `every list, payload and form looks as it was recorded`() throws {
    try expectRecorded(ManagerGallery.screens, in: "../Snapshots/Gallery")
  }
}
