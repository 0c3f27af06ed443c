import TestSupport
import Testing

@testable import DemoApp

@Suite(.hangLimit) struct BatchBufferTests {
  @Test func `everything that came since the last batch is one batch`() async {
    let buffer = BatchBuffer<Int>(limit: 10)
    for number in 1...3 { await buffer.add(number) }
    let first = await buffer.next()
    await buffer.add(4)
    await buffer.end()

    #expect(first == [1, 2, 3])
    #expect(await buffer.next() == [4])
    #expect(await buffer.next() == nil)
  }

  @Test func `the producer waits while the buffer is full, and nothing is lost`() async {
    let buffer = BatchBuffer<Int>(limit: 10)
    let producer = Task {
      for number in 1...1_000 { await buffer.add(number) }
      await buffer.end()
    }
    var received: [Int] = []
    while let batch = await buffer.next() {
      #expect(batch.count <= 10)
      received += batch
    }
    await producer.value

    #expect(received == Array(1...1_000))
  }

  @Test func `a consumer that waits gets the first element`() async {
    let buffer = BatchBuffer<Int>(limit: 10)
    async let batch = buffer.next()
    await buffer.add(7)
    #expect(await batch == [7])
  }
}
