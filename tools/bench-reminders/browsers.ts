import { createECDH, randomBytes } from 'node:crypto'

/** The keys of a browser, in base64url. */
export interface BrowserKeys {
  privateKey: string
  p256dh: string
  auth: string
}

/** Keys cost as much to make as a message to encrypt, and which of them a message is for changes nothing: they are shared. */
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

/** The path of a person's endpoint; the number also says whose keys it has. */
export const endpointPath = (person: number): string => `/push/${person}`

/** The person of an endpoint's path; null where it is none. */
export function personOf(path: string): number | null {
  const number = /^\/push\/(\d+)$/.exec(path)?.[1]
  return number === undefined ? null : Number(number)
}

/** What is sent there is answered like a message and counts as none. */
export const UNCOUNTED = '/uncounted'
