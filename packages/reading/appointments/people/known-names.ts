import names from '../../vocabulary/names-of-people.json' with { type: 'json' }

const setOf = ({ list }: { list: readonly string[] }): ReadonlySet<string> => new Set(list.join(' ').split(' '))
const [given, family, familyAndWord, never] = [names.given, names.family, names.familyAndWord, names.never].map(setOf)
const plain = (word: string): string => word.toLowerCase().replace(/['’.-]/g, '')

/** Whether a word, in any case, is a given name that is known. */
export const isGivenName = (word: string): boolean => given?.has(word.toLowerCase()) === true
/** Whether a word, in any case, is a family name that is known. */
export const isFamilyName = (word: string): boolean => family?.has(plain(word)) === true
/** Whether a word, in any case, may be a family name, though it mostly means something else. */
export const mayBeFamilyName = (word: string): boolean => familyAndWord?.has(plain(word)) === true
/** Whether a word in small letters is of a class that names are not of. */
export const isNoName = (word: string): boolean => never?.has(word.replace(/['’]/g, '')) === true
