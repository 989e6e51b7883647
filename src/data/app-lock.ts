import type { UserId } from '#domain/lib/ids.ts'

/** How many minutes a tab may be out of sight before it locks; 0: at once. */
export type LockAfter = 0 | 1 | 5 | 15

/** A PIN as it is kept: PBKDF2 with SHA-256. */
export interface StoredPin {
  salt: Uint8Array<ArrayBuffer>
  rounds: number
  hash: Uint8Array<ArrayBuffer>
}

/** A passkey of this device, by which the lock opens too. */
export interface StoredPasskey {
  /** The credential's id. */
  id: Uint8Array<ArrayBuffer>
  /** SubjectPublicKeyInfo, as the authenticator gave it. */
  publicKey: Uint8Array<ArrayBuffer>
  /** COSE: -7 is ES256, -257 RS256. */
  algorithm: -7 | -257
}

/** Wrong PINs since the last right one. */
export interface Tries {
  wrong: number
  /** Before this instant (ms) no PIN is looked at; 0: none has to be waited for. */
  until: number
}

/** The lock of one account on this device. Nothing of it leaves the device, and it goes with a sign-out. */
export interface AppLock {
  pin: StoredPin
  passkey: StoredPasskey | null
  after: LockAfter
  tries: Tries
}

/** Where the device store has it: a name that goes with its user (`forgetOwner`). */
export const appLockKey = (user: UserId): string => `app-lock:${user}`

/**
 * In localStorage, while a lock is set: public/theme.js reads it before the first paint, and other tabs hear of its
 * changes. It decides nothing; the device store does.
 */
export const LOCK_HINT = 'app-lock'
