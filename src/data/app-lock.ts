import type { UserId } from '#domain/lib/ids.ts'

/** How many minutes a tab may be hidden before it locks; 0: immediately. */
export type LockAfter = 0 | 1 | 5 | 15

/** A stored PIN: PBKDF2 with SHA-256. */
export interface StoredPin {
  salt: Uint8Array<ArrayBuffer>
  rounds: number
  hash: Uint8Array<ArrayBuffer>
}

/** A passkey of this device that also opens the lock. */
export interface StoredPasskey {
  /** The credential's id. */
  id: Uint8Array<ArrayBuffer>
  /** SubjectPublicKeyInfo, as the authenticator returned it. */
  publicKey: Uint8Array<ArrayBuffer>
  /** COSE: -7 is ES256, -257 RS256. */
  algorithm: -7 | -257
}

/** Wrong PINs since the last correct one. */
export interface Tries {
  wrong: number
  /** No PIN is checked before this instant (ms); 0: no wait. */
  until: number
}

/** One account's lock on this device. It never leaves the device and is deleted at sign-out. */
export interface AppLock {
  pin: StoredPin
  passkey: StoredPasskey | null
  after: LockAfter
  tries: Tries
  /** Whether the lock screen offers the emergency card to whoever holds the device. */
  showsCard?: boolean
}

/** Returns its key in the device store: a name that is deleted with its user (`forgetOwner`). */
export const appLockKey = (user: UserId): string => `app-lock:${user}`

/**
 * In localStorage while a lock is set: public/before-paint.js reads it before the first paint, and other tabs notice its
 * changes. It decides nothing; the device store does.
 */
export const LOCK_HINT = 'app-lock'
