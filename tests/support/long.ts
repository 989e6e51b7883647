/** Whether this is `npm run test:long`, which runs the long proofs in full; `npm test` runs a short form of each. */
export const LONG = process.env.TEST_LONG === '1'

/** Returns how much of a proof this run does. */
export const sized = <T>({ short, long }: { short: T; long: T }): T => (LONG ? long : short)

/** Returns all of them in the long run; otherwise the first of each family. */
export const oneOfEach = <T>(all: readonly T[], familyOf: (one: T) => string): T[] =>
  LONG ? [...all] : [...new Map(all.toReversed().map((one) => [familyOf(one), one])).values()].reverse()
