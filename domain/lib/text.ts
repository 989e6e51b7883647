import { apart } from '../language/apart.ts'
import { listedInPunjabi } from '../language/punjabi.ts'
import { isEnglish, language } from '../language/translate.ts'

/**
 * Returns the storable part of a text that someone else wrote and no one corrects: without NUL and half characters, at
 * most `most` code points.
 */
export const storablePart = (text: string, most: number): string =>
  Array.from(
    text
      .replaceAll('\0', '')
      .slice(0, most * 2)
      .toWellFormed(),
  )
    .slice(0, most)
    .join('')

/** Returns the parts as a sentence lists them: `8:00 AM, 2:00 PM and 8:00 PM`. */
export function listed(parts: readonly string[]): string {
  if (!isEnglish()) return listedBy(parts, 'conjunction')
  const last = parts.at(-1) ?? ''
  // not translated: only English gets here
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last
}

function listedBy(parts: readonly string[], type: 'conjunction' | 'disjunction'): string {
  const { tag, locale } = language()
  return tag === 'pa' ? listedInPunjabi(parts, type) : new Intl.ListFormat(locale, { type }).format(parts)
}

/** Languages that write another comma; the full width one has its space. */
const COMMAS: readonly (readonly [tag: string, comma: string])[] = [
  ['ar', '، '],
  ['zh', '，'],
]

/** Returns the comma of the language, with its space. */
export const comma = (): string => COMMAS.find(([start]) => language().tag.startsWith(start))?.[1] ?? ', '

/** Returns the parts beside each other, without those that are not there: `5 mg, daily`. */
export const inRow = (parts: readonly (string | null | undefined | false)[]): string =>
  parts.flatMap((part) => (part ? [apart(part)] : [])).join(comma())

/** Returns the parts as a sentence offers them: `1 or 1½ or 2`. */
export const offered = (parts: readonly string[]): string =>
  isEnglish() ? parts.join(' or ') : listedBy(parts, 'disjunction')
