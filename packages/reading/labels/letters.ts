import { withLetters } from '../words/misread-letters.ts'

/** What may be a word with misread letters. What begins with another digit is a number with its unit: `5mcg`, `1tds`. */
const WORD = /(?<![\p{L}\p{N}|/])[\p{L}0|][\p{L}0158|]{2,}(?![\p{L}\p{N}])/gu
/** Numbers whose first digit was misread: `l0mg`, `I5rng`. */
const NUMBER = /^[lIOoSB0|][\dlIOoSB|]*(?:mc?g|rnc?g|m?cq|mq|ml|m1|g|iu|am|arn|pm|prn|hrs?|h)?$/iu

/** Words too short to be told from codes otherwise. */
const SMALL_WORD =
  /(?<![\p{L}\p{N}])(?:0(?=['’]\p{L})|(?:0ne|tw0|0r|0f|0n|0ut|t0|f0r|n0t|y0u|d0(?= n[o0]t))(?![\p{L}\p{N}]))/giu

/** The letters of a label as they were printed (`EVENlNG`, `HYDR0C0RTIS0NE`); every character keeps its place. */
export const printedLetters = (line: string): string => (MAY_BE.test(line) ? lettersOf(line) : line)

/** Most lines have none. */
const MAY_BE = /[A-Za-z]['’]?[0158|]|[0158|]['’]?(?!mc?g|ml|MC?G|ML)[A-Za-z]|l[A-Z]|[A-Z]l|[a-z]I|[A-Z]I[a-z]/

const lettersOf = (line: string): string =>
  line
    .replace(WORD, (word) => (NUMBER.test(word) ? word : withLetters(word)))
    .replace(SMALL_WORD, (word) => word.replace('0', /\p{Ll}/u.test(word) && word[0] !== '0' ? 'o' : 'O'))
