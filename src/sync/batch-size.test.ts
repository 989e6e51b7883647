import { expect, it } from 'vitest'
import { BATCH_LIMIT } from '#domain/protocol/batch.ts'
import { createBatchSize } from './batch-size.ts'

it('S6.1 a batch that the network cannot carry in time is made of half as many calls, down to one', () => {
  const size = createBatchSize()
  for (let calls = size.limit; calls > 1; calls = size.limit) {
    size.unanswered(calls, 30_000)
    expect(size.limit).toBe(Math.floor(calls / 2))
  }
  size.unanswered(1, 30_000)
  expect(size.limit).toBe(1)
})

it('a request that fails at once, as without a network, says nothing about the size', () => {
  const size = createBatchSize()
  size.unanswered(200, 50)
  expect(size.limit).toBe(BATCH_LIMIT)
})

it('S6.3 a batch that is refused as a whole is made of half as many calls', () => {
  const size = createBatchSize()
  size.refused(31)
  expect(size.limit).toBe(15)
})

it('each batch that arrives lets the next be twice as large, up to the limit, and a small one takes nothing back', () => {
  const size = createBatchSize()
  size.refused(8)
  size.arrived(4)
  expect(size.limit).toBe(8)
  size.arrived(2)
  expect(size.limit).toBe(8)
  size.arrived(BATCH_LIMIT)
  expect(size.limit).toBe(BATCH_LIMIT)
})
