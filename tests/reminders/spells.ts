import type { Chance } from '#tests/sync/prng.ts'

/** When something is on: awake, online, up. */
export interface Spells {
  on: { from: number; to: number }[]
  isOn(at: number): boolean
}

type Range = readonly [number, number]

/** Spells on and off in turn from `from` to `to` (ms), each of a length in its range. It begins on. */
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
      // Time only moves on, but for a little: begin where the last look ended.
      while (last > 0 && (found[last]?.from ?? 0) > at) last -= 1
      while ((found[last + 1]?.from ?? Number.POSITIVE_INFINITY) <= at) last += 1
      const spell = found[last]
      return spell !== undefined && at >= spell.from && at < spell.to
    },
  }
}

export interface Queue<T> {
  add(at: number, item: T): void
  /** The earliest, and of one instant the one that was added first. */
  take(): { at: number; item: T } | undefined
}

/** What happens later, by instant (ms): a binary heap. */
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
