import { getHeapSpaceStatistics } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { giveBackStartMemory } from './start-memory.ts'

/** The room that V8 has for new objects, in MB. */
const roomForNew = (): number =>
  (getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0) / 2 ** 20

/** What survives two collections makes V8 enlarge that room. */
function makeMuch(): number {
  const made = Array.from({ length: 600_000 }, (_, index) => ({ index, text: `${index}` }))
  return made.length
}

it('a settled server gives back the room that its start took, and shows nobody the way', () => {
  makeMuch()
  const before = roomForNew()
  expect(before).toBeGreaterThan(8)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  giveBackStartMemory()
  vi.advanceTimersByTime(3_000)
  vi.useRealTimers()
  expect(roomForNew()).toBeLessThan(before / 2)
  expect(runInNewContext('typeof gc')).toBe('undefined')
})
