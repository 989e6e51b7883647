/** Repeatable chance: the same seed gives the same numbers on every machine. */
export interface Chance {
  /** 0 inclusive to 1 exclusive. */
  next(): number
  /** A whole number from `from` to `to`, both inclusive. */
  between(from: number, to: number): number
  /** True with that probability. */
  chance(probability: number): boolean
  /** One of the items; there must be one. */
  pick<T>(items: readonly T[]): T
  bytes(length: number): Uint8Array
  /** Derives an independent stream: what one part of a trace draws does not shift what another part draws. */
  fork(name: string): Chance
}

/** FNV-1a, spread by one round of murmur3's finaliser: neighbouring seeds give unrelated streams. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** Mulberry32 over the hash of the seed. */
export function chanceOf(seed: string): Chance {
  let state = hash(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    bytes: (length) => Uint8Array.from({ length }, () => between(0, 255)),
    fork: (name) => chanceOf(`${seed}/${name}`),
  }
}
