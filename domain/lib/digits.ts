/** The zeros whose digits keyboards type: Arabic, Persian, Devanagari, Gurmukhi and full width; the other nine follow. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x0a66, 0xff10]

const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0a66-\u0a6f\uff10-\uff19]/g

/**
 * Returns what was typed with the digits 0 to 9, and with the point and the colon that belong to them: `٢٫٥` is `2.5`,
 * `８：３０` is `8:30`. Everything else stays.
 */
export const withWesternDigits = (typed: string): string =>
  typed.replace(DIGITS, westernDigit).replaceAll('٫', '.').replaceAll('：', ':')

function westernDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  const zero = ZEROS.find((one) => code >= one && code <= one + 9) ?? code
  return String(code - zero)
}

/** Returns the parts of what was typed between commas, whichever comma the script has. */
export const betweenCommas = (typed: string): string[] => typed.split(/[,،，、]/)
