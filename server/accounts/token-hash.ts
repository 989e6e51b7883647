import { hash } from 'node:crypto'

/** Returns the hash of a token. 256 bits need no salt and no slow hash: no one can try that many. */
export const hashOf = (token: string): string => hash('sha256', token, 'base64url')
