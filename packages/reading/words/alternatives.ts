/**
 * Returns the part of a pattern that stands for a list of words. In a word `(s)` may be missing, `*` is any letters,
 * `+` at least one, and `'` an apostrophe of any kind or none.
 */
export const alternatives = (words: readonly string[]): string => words.map(partOf).join('|')

const partOf = (word: string): string =>
  word
    .replace(/[.$^[\]{}|\\/]/g, '\\$&')
    .replaceAll('+', '\\w+')
    .replaceAll('*', '\\w*')
    .replaceAll("'", "['’]?")
    .replace(/\(([^()]{1,20})\)/g, '(?:$1)?')
