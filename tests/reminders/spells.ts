import type { Chance } from '#tests/sync/prng.ts'

/** The periods during which something is on: awake, online, up. */
export interface Spells {
  on: { from: number; to: number }[]
  isOn(at: number): boolean
}

type Range = readonly [number, number]

/** Draws alternating on and off spells from `from` to `to` (ms), each with a length in its range. Starts with on. */
export function spellsOf(chance: Chance, from: number, to: number, on: Range, off: Range): Spells {
  const found: Spells['on'] = []
  for (let at = from; at < to; ) {
    const end = at + chance.between(...on)
    found.push({ from: at, to: end })
    at = end + chance.between(...off)
  }
  let last = 0
  return {
    on: found,
    isOn(at) {
      // Time moves forward, apart from small steps back: start where the last search ended.
      while (last > 0 && (found[last]?.from ?? 0) > at) last -= 1
      while ((found[last + 1]?.from ?? Number.POSITIVE_INFINITY) <= at) last += 1
      const spell = found[last]
      return spell !== undefined && at >= spell.from && at < spell.to
    },
  }
}

export interface Queue<T> {
  add(at: number, item: T): void
  /** Removes and returns the earliest item; of several at one instant, the one added first. */
  take(): { at: number; item: T } | undefined
}

/** Creates a queue of future items, ordered by instant (ms): a binary heap. */
export function byInstant<T>(): Queue<T> {
  const heap: { at: number; order: number; item: T }[] = []
  let added = 0
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [heap[a], heap[b]]
    return !!one && !!other && (one.at < other.at || (one.at === other.at && one.order < other.order))
  }
  const swap = (a: number, b: number) => {
    const [one, other] = [heap[a], heap[b]]
    if (one && other) [heap[a], heap[b]] = [other, one]
  }
  return {
    add(at, item) {
      heap.push({ at, order: added, item })
      added += 1
      for (let index = heap.length - 1; index > 0; ) {
        const parent = (index - 1) >> 1
        if (!isBefore(index, parent)) break
        swap(index, parent)
        index = parent
      }
    },
    take() {
      const first = heap[0]
      const last = heap.pop()
      if (!first || !last || heap.length === 0) return first
      heap[0] = last
      for (let index = 0; ; ) {
        const [left, right] = [2 * index + 1, 2 * index + 2]
        const least = isBefore(right, left) ? right : left
        if (!isBefore(least, index)) break
        swap(least, index)
        index = least
      }
      return first
    },
  }
}
