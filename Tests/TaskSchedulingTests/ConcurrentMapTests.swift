import Foundation
import Synchronization
import TaskScheduling
import TestSupport
import Testing

@Suite(.hangLimit) struct ConcurrentMapTests {
  @Test(arguments: [0, 1, 7, 8, 9, 16, 17, 100, 601])
  func `the results of a list are in its order, and each element is transformed once`(count: Int)
    async
  {
    let calls = Mutex(0)

    let texts = await Array(0..<count).concurrentMap { number in
      calls.withLock { $0 += 1 }
      return "\(number)"
    }

    #expect(texts == (0..<count).map { "\($0)" })
    #expect(calls.withLock { $0 } == count)
  }

  @Test func `with one processor, the elements are transformed one after the other`() async {
    let running = Mutex(0)

    let counts = await Array(0..<100).concurrentMap(processors: 1) { _ in
      let count = running.withLock { count in
        count += 1
        return count
      }
      await Task.yield()
      running.withLock { $0 -= 1 }
      return count
    }

    #expect(counts == Array(repeating: 1, count: 100))
  }

  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
  func `a long list is transformed in several tasks at once`() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)

    // The first element waits for the last one, which another task transforms.
    let numbers = try await limited("the last element") {
      await Array(1...100).concurrentMap { number in
        if number == 1 { for await _ in ends {} }
        if number == 100 { end.finish() }
        return number
      }
    }

    #expect(numbers == Array(1...100))
  }
}
