import { language } from './translate.ts'

/** Languages that end a sentence with another mark, and what stands between it and the next sentence. */
const STOPS: readonly (readonly [tag: string, stop: string, space: string])[] = [
  ['hi', '।', ' '],
  ['pa', '।', ' '],
  ['zh', '。', ''],
]

const stopHere = () => STOPS.find(([start]) => language().tag.startsWith(start)) ?? ['', '.', ' ']

/** Returns the text with the full stop of the language, unless something ends it already. */
export const ended = (text: string): string => (/[.!?…।。！？؟]\u2069?$/.test(text) ? text : text + stopHere()[1])

/** Returns the parts as sentences, without those that are not there. The last stays as it is: `5 mg. Not planned`. */
export function inSentences(parts: readonly (string | null | undefined | false)[]): string {
  const there = parts.flatMap((part) => (part ? [part] : []))
  return there.map((part, index) => (index < there.length - 1 ? ended(part) + stopHere()[2] : part)).join('')
}
