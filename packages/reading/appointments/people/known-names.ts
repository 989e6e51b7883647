import names from '../../vocabulary/names-of-people.json' with { type: 'json' }

const setOf = ({ list }: { list: readonly string[] }): ReadonlySet<string> => new Set(list.join(' ').split(' '))
const [given, family, familyAndWord, never] = [names.given, names.family, names.familyAndWord, names.never].map(setOf)
const plain = (word: string): string => word.toLowerCase().replace(/['’.-]/g, '')

/** Returns whether a word, in any case, is a known given name. */
export const isGivenName = (word: string): boolean => given?.has(word.toLowerCase()) === true
/** Returns whether a word, in any case, is a known family name. */
export const isFamilyName = (word: string): boolean => family?.has(plain(word)) === true
/** Returns whether a word, in any case, may be a family name, though it mostly means something else. */
export const mayBeFamilyName = (word: string): boolean => familyAndWord?.has(plain(word)) === true
/** Returns whether a word in small letters is of a kind that is never a name. */
export const isNoName = (word: string): boolean => never?.has(word.replace(/['’]/g, '')) === true
