import type { RandomBytes } from '../platform/clock.ts'

/** Crockford's base 32: no letter in it is taken for another letter or a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12
const GROUP = 4

/** 60 random bits, as people type them: `7KQ2-M9FX-A0TR`. */
export function newLongCode(random: RandomBytes): string {
  // 256 is a multiple of 32: no letter is likelier than another.
  const letters = Array.from(random(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  const groups = Array.from({ length: LENGTH / GROUP }, (_, group) =>
    letters.slice(group * GROUP, (group + 1) * GROUP).join(''),
  )
  return groups.join('-')
}

/** The code that somebody typed, as it was made: whatever their case and dashes, and O for 0 or I and L for 1. Null when it is none. */
export function typedLongCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (letters.length !== LENGTH || [...letters].some((letter) => !ALPHABET.includes(letter))) return null
  return letters.replace(/.{4}(?!$)/g, '$&-')
}
