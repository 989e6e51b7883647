import { editDistance } from '../words/edit-distance.ts'
import { listedNames } from './medicine-names.ts'

/** A known name as it sounds: similar consonants share one letter, and so do all vowels. */
interface Sounding {
  name: string
  letters: string
  sound: string
  mask: number
}

const VOWEL = 'A'
/** Consonants that are confused. */
const AS: Record<string, string> = { q: 'k', z: 's', v: 'f' }
/** An `h` after one of these is silent; `ph` and `ch` are read as their first letter. */
const BEFORE_H = 'bcdgkprt'
const isVowel = (letter: string | undefined): boolean => letter !== undefined && 'aeiouy'.includes(letter)

/** Works in one pass over the letters, because there are many names. */
function soundOf(letters: string): string {
  let sound = ''
  // A final `e` is silent, and so is a `g` after an `n`.
  const end = letters.length > 1 && /e$|ng$/.test(letters) ? letters.length - 1 : letters.length
  for (let at = 0; at < end; at += 1) {
    for (const one of soundAt(letters, at)) if (!sound.endsWith(one)) sound += one
  }
  return sound
}

function soundAt(letters: string, at: number): string {
  const [before, letter = '', next = ''] = [letters[at - 1], letters[at], letters[at + 1]]
  if (isVowel(letter)) return VOWEL
  switch (letter) {
    case 'p':
      return next === 'h' ? 'f' : 'p'
    case 'c':
      if (next === 'h') return /[lr]/.test(letters[at + 2] ?? '') ? 'k' : 'c'
      return /[eiy]/.test(next) ? 's' : 'k'
    case 'x':
      return at === 0 ? 's' : 'ks'
    case 'h':
      return before !== undefined && BEFORE_H.includes(before) ? '' : 'h'
    case 'w':
      return isVowel(before) ? '' : 'w'
    default:
      return AS[letter] ?? letter
  }
}

const lettersOf = (words: string): string => words.toLowerCase().replace(/[^\p{L}]/gu, '')

function maskOf(sound: string): number {
  let mask = 0
  for (let index = 0; index < sound.length; index += 1) mask |= 1 << (sound.charCodeAt(index) & 31)
  return mask
}

/** Shorter names sound like too much else. */
const SHORTEST = 5
const LONGEST = 30
/** From this number of sounds on, one may differ. */
const LONG = 6

const bySound = new Map<string, ReadonlyMap<number, readonly Sounding[]>>()

/** Returns names with a first sound by their number of sounds; computed on first use. */
function soundings(first: string): ReadonlyMap<number, readonly Sounding[]> {
  const known = bySound.get(first)
  if (known) return known
  const byLength = new Map<number, Sounding[]>()
  for (const name of listedNames()) {
    if (!soundAt(name, 0).startsWith(first) || name.length < SHORTEST) continue
    const letters = lettersOf(name)
    const sound = soundOf(letters)
    const own = byLength.get(sound.length)
    const entry = { name, letters, sound, mask: maskOf(sound) }
    if (own) own.push(entry)
    else byLength.set(sound.length, [entry])
  }
  bySound.set(first, byLength)
  return byLength
}

/**
 * Returns the one known name, other than the words themselves, that words sound like and are spelled similarly to:
 * `pantoprazole` for `panto prasole`; null where none is near, or several are equally near.
 * @param slips how many sounds may differ in a name with many of them
 */
export function nearName(words: string, slips: 0 | 1 = 1): string | null {
  const letters = lettersOf(words)
  if (letters.length < SHORTEST || letters.length > LONGEST) return null
  const sound = soundOf(letters)
  const said = { letters, sound, mask: maskOf(sound), isSplit: /\p{L} \p{L}/u.test(words) }
  const names = soundings(sound.slice(0, 1))
  const most = sound.length >= LONG ? slips : 0
  let nearest: Sounding | null = null
  let least = Infinity
  for (let more = -most; more <= most; more += 1) {
    for (const other of names.get(sound.length + more) ?? []) {
      const distance = other.name === words ? Infinity : distanceOf(said, other, most)
      if (distance < least) {
        nearest = other
        least = distance
      } else if (distance === least && distance < Infinity && nearest?.sound !== other.sound) nearest = null
    }
  }
  return nearest?.name ?? null
}

interface Said extends Omit<Sounding, 'name'> {
  /** Split into several words, so that more letters differ. */
  isSplit: boolean
}

/** Returns the distance in sounds and letters; infinite if more of them differ than allowed. */
function distanceOf({ sound, letters, mask, isSplit }: Said, other: Sounding, most: number): number {
  if (bits(mask ^ other.mask) > 2 * most) return Infinity
  const away = sound === other.sound ? 0 : editDistance(sound, other.sound)
  if (away > most) return Infinity
  const slips = editDistance(letters, other.letters)
  const share = (isSplit ? 2 : 3) + away
  const mostSlips = Math.floor((other.letters.length - (isSplit ? 0 : 1)) / share)
  return slips > mostSlips ? Infinity : 2 * away + slips
}

function bits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1
  return count
}
