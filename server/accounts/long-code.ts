import type { RandomBytes } from '../platform/clock.ts'

/** Crockford's base 32: none of its letters can be mistaken for another letter or a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12
const GROUP = 4

/** Returns 60 random bits in the form that users type: `7KQ2-M9FX-A0TR`. */
export function newLongCode(random: RandomBytes): string {
  // 256 is a multiple of 32, so all letters are equally likely.
  const letters = Array.from(random(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  const groups = Array.from({ length: LENGTH / GROUP }, (_, group) =>
    letters.slice(group * GROUP, (group + 1) * GROUP).join(''),
  )
  return groups.join('-')
}

/**
 * Returns the typed code in its original form, whatever the case and dashes, and with O read as 0 and I or L as 1.
 * Returns null if it is not a long code.
 */
export function typedLongCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (letters.length !== LENGTH || [...letters].some((letter) => !ALPHABET.includes(letter))) return null
  return letters.replace(/.{4}(?!$)/g, '$&-')
}
