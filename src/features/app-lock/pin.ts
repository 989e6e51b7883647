import { t } from '#domain/language/translate.ts'
import type { StoredPin } from '#src/data/app-lock.ts'

export const SHORTEST_PIN = 4
export const LONGEST_PIN = 12

/** OWASP's figure for PBKDF2 with SHA-256 (Password Storage Cheat Sheet). */
const ROUNDS = 600_000
const SALT_BYTES = 16
const HASH_BITS = 256

/** Returns what is wrong with a PIN that was typed twice, and in which field; null if nothing is. */
export function pinProblem(pin: string, again: string): { at: 'pin' | 'again'; words: string } | null {
  if (!/^\d+$/.test(pin) || pin.length < SHORTEST_PIN || pin.length > LONGEST_PIN)
    return { at: 'pin', words: t('Use {least} to {most} digits.', { least: SHORTEST_PIN, most: LONGEST_PIN }) }
  return pin === again ? null : { at: 'again', words: t('The two PINs are not the same.') }
}

/** Returns the PIN in its stored form, from which it cannot be recovered. */
export async function storedPin(pin: string): Promise<StoredPin> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  return { salt, rounds: ROUNDS, hash: await derive(pin, salt, ROUNDS) }
}

/** Takes some tenths of a second, on a slow phone more than one second. */
export async function isRightPin(pin: string, { salt, rounds, hash }: StoredPin): Promise<boolean> {
  const derived = await derive(pin, salt, rounds)
  return derived.every((byte, index) => byte === hash[index])
}

async function derive(
  pin: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, HASH_BITS),
  )
}
