import { randomUUID } from 'node:crypto'

/**
 * Names that no test has used yet, nor an earlier try of the same test: the server of a file keeps running, so a test
 * that is run again (docs/decisions/042) meets whatever its first try left there.
 */

const mark = () => randomUUID().slice(0, 8)

/** Returns an address without an account, in lower case: `gus.3f2a9c1b@example.org` for `gus`. */
export const newAddress = (name: string, domain = 'example.org'): string => `${name}.${mark()}@${domain}`

/** Returns text that can be found because nothing else says the same: `To everybody 3f2a9c1b`. */
export const newWords = (words: string): string => `${words} ${mark()}`
