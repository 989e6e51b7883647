import { createECDH, randomBytes } from 'node:crypto'

/** The keys of a browser, in base64url. */
export interface BrowserKeys {
  privateKey: string
  p256dh: string
  auth: string
}

/** Making keys costs as much as encrypting a message, and it does not matter whose keys are used: they are shared. */
const HOW_MANY = 500

export const newBrowsers = (): BrowserKeys[] =>
  Array.from({ length: HOW_MANY }, () => {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    return {
      privateKey: pair.getPrivateKey('base64url'),
      p256dh: pair.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
  })

/** Returns the path of a person's endpoint; the number also determines the keys. */
export const endpointPath = (person: number): string => `/push/${person}`

/** Returns the person of an endpoint's path, or null when it is no endpoint. */
export function personOf(path: string): number | null {
  const number = /^\/push\/(\d+)$/.exec(path)?.[1]
  return number === undefined ? null : Number(number)
}

/** Messages sent to this path are answered like others, but not counted. */
export const UNCOUNTED = '/uncounted'
