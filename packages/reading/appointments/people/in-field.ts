import { matchesIn } from '../../words/near.ts'
import { PEOPLE } from '../cues.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import { isGivenName } from './known-names.ts'
import { isOrganisation, mayBeAfterTitle, nameAt } from './name-at.ts'
import { bare, isCapitalised, person, type SaidDoctor } from './names.ts'

const HONORIFIC = '(?:mr|mrs|ms|miss|mx|sr|sister)\\.?'
const WITH_HONORIFIC = new RegExp(`^${HONORIFIC} `, 'i')
/** `Jake Turner - Physiotherapist`. */
const BEFORE_CALLING =
  /(?:^|\n)(?<name>\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*){1,2})(?: [-–] |, | \()(?=(?<calling>[^\n]{1,40}))/gu

/** Yields people whom a card names in a field, with a degree or an occupation. */
export function* inField(text: string): Iterable<SaidDoctor> {
  for (const { 0: all, index, groups = {} } of matchesIn(text, PEOPLE.inField)) {
    const line = (groups.name ?? '').replace(WITH_HONORIFIC, '')
    const hasHonorific = line !== groups.name
    const at = index + all.length - line.length
    const family = /^(?<family>\p{Lu}[\p{L}'’-]+), (?=\p{Lu})/u.exec(line)
    const rest = line.slice(family?.[0].length ?? 0)
    if (!isCapitalised(rest)) continue
    const name = nameAt(rest, mayBeAfterTitle)?.name
    const [first = ''] = (name ?? '').split(' ', 1)
    if (!name || PEOPLE.organisation.test(first)) continue
    const isKnown = hasHonorific || isGivenName(first) || (family !== null && endsInDegree(rest, name))
    // A single word may be anything: "With: Medicare".
    if (!isKnown && !family && !name.includes(' ')) continue
    const value = family ? `${name} ${family.groups?.family}` : name
    const words = family ? line.slice(0, family[0].length + name.length) : name
    yield { value, words, at, isSure: isKnown && PEOPLE.endsField.test(rest.slice(name.length)) }
  }
  for (const { 0: all, index, groups = {} } of matchesIn(text, PEOPLE.withDegree)) {
    const { name = '' } = groups
    if (name.split(' ').some(isOrganisation)) continue
    yield person(name, index + all.indexOf(name), !/^\p{Lu}\./u.test(name))
  }
  for (const { 0: all, index, groups = {} } of matchesIn(text, BEFORE_CALLING)) {
    const { name = '', calling = '' } = groups
    if (!isGivenName((name.split(' ', 1)[0] ?? '').toLowerCase()) || readSpecialty(calling) === '') continue
    yield person(name, index + all.indexOf(name), false)
  }
}
const endsInDegree = (text: string, name: string): boolean =>
  PEOPLE.degree.test(bare(text.slice(name.length).trim().split(/[ ,]/, 1)[0] ?? ''))
