import { isBrand } from '../medicines/medicine-names.ts'
import { kindOf } from './lines.ts'
import { type Named, nameOf } from './medicine.ts'
import { isProduct } from './package-product.ts'

/** What a strip prints again and again stands alone so many times, on lines of its own or beside itself. */
const TIMES = 2
/** A trade mark, read as a sign or a letter, and the number of its strength. */
const BEHIND = /(?<![®™°*"'“”.:])[®™°*"'“”.:]+$|(?<=\p{L}{4})[-–]?\d{1,4}$/gu

/** Returns the product that a package repeats, with nothing else beside it: a guess. */
export function repeatedProduct(lines: readonly string[]): { index: number; found: Named } | undefined {
  const alone = lines.map((line) => (kindOf(line) === 'other' ? aloneIn(line) : { word: '', times: 0 }))
  const timesOf = (word: string): number =>
    alone.reduce((sum, one) => sum + (one.word.toLowerCase() === word.toLowerCase() ? one.times : 0), 0)
  const index = alone.findIndex(
    ({ word }) => word !== '' && timesOf(word) >= TIMES && (isBrand(word.toLowerCase()) || isProduct(word)),
  )
  const { word = '' } = alone[index] ?? {}
  if (word === '') return undefined
  const at = (lines[index] ?? '').indexOf(word)
  const name = { ...nameOf(word), words: word, at, confidence: 'guess' as const }
  return { index, found: { name, strength: null, rest: '' } }
}

/** `Zyxolan`, `Zyxolan Zyxolan Zy xolam`: the word that a line consists of, and how often it says it. */
function aloneIn(line: string): { word: string; times: number } {
  const words = line.split(/\s+/).flatMap((word) => (/\p{L}/u.test(word) ? [word.replace(BEHIND, '')] : []))
  const again = words.find((word, index) => index > 0 && word === words[index - 1])
  const word = again ?? (words.length === 1 ? (words[0] ?? '') : '')
  const times = words.filter((other) => other === word).length
  return /^\p{Lu}[\p{L}'’-]{3,20}$/u.test(word) ? { word, times } : { word: '', times: 0 }
}
