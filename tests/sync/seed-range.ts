export interface SeedRange {
  /** What stands before each number (script.ts); absent: nothing. */
  prefix?: string
  from: number
  count: number
}

/** Returns the range of one seed by its name: `moves 12` is number 12 behind its prefix. */
export function rangeOf(seed: string): SeedRange {
  const end = seed.lastIndexOf(' ') + 1
  return { prefix: seed.slice(0, end), from: Number(seed.slice(end)), count: 1 }
}

/** Returns the names of its seeds. */
export const seedsOf = ({ prefix = '', from, count }: SeedRange): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${from + index}`)
