import type { Read } from './read.ts'

/** Seven digits or more with what people put between them. */
const PHONE = /(?<![\p{L}\p{N}.:/-])\+?\(?\d(?:[ ().-]{0,2}\d){6,14}(?![\p{L}\p{N}])/u

/** The first phone number of a text, as it is written there; null when there is none. Dates and times are to be taken out before. */
export function readPhone(text: string): Read<string> | null {
  const match = PHONE.exec(text)
  return match && { value: match[0], words: match[0], at: match.index }
}
