import { randomUUID } from 'node:crypto'

/**
 * What no test has used yet, and no earlier try of the same one: the server of a file stays, so a test that is told again
 * (docs/decisions/042) meets whatever its first try left there.
 */

const mark = () => randomUUID().slice(0, 8)

/** An address without an account, in small letters: `gus.3f2a9c1b@example.org` for `gus`. */
export const newAddress = (name: string, domain = 'example.org'): string => `${name}.${mark()}@${domain}`

/** Words to be found by, where nothing else says the same: `To everybody 3f2a9c1b`. */
export const newWords = (words: string): string => `${words} ${mark()}`
