import { withLetters } from '../words/misread-letters.ts'
import { CUES } from './cues.ts'

/** A possible word with misread letters. What begins with another digit is a number with its unit: `5mcg`, `1tds`. */
const WORD = /(?<![\p{L}\p{N}|/])[\p{L}0|][\p{L}0158|]{2,}(?![\p{L}\p{N}])/gu
/** Numbers whose first digit was misread: `l0mg`, `I5rng`. */
const NUMBER = /^[lIOoSB0|][\dlIOoSB|]*(?:mc?g|rnc?g|m?cq|mq|ml|m1|g|iu|am|arn|pm|prn|hrs?|h)?$/iu

/**
 * Returns the letters of a label as they were printed (`EVENlNG`, `HYDR0C0RTIS0NE`); every character keeps its
 * position.
 */
export const printedLetters = (line: string): string => (CUES.mayBe.test(line) ? lettersOf(line) : line)

const lettersOf = (line: string): string =>
  line
    .replace(WORD, (word) => (NUMBER.test(word) ? word : withLetters(word)))
    .replace(CUES.smallWord, (word) => word.replace('0', /\p{Ll}/u.test(word) && word[0] !== '0' ? 'o' : 'O'))
