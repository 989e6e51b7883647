import { matchesIn } from '../../words/near.ts'
import { isPlaceWord } from '../places/locations.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import { bare, DEGREE, mayBeAfterTitle, nameAt, ORGANISATION } from './name-at.ts'
import { isCapitalised } from './names.ts'
import { isGivenName } from './person-names.ts'
import type { SaidDoctor } from './said-doctor.ts'

const HONORIFIC = '(?:mr|mrs|ms|miss|mx|sr|sister)\\.?'
/** `Provider: Nguyen, Linh MD`, `Midwife: Sarah Cole`, `Therapist: Dana`, as cards have it. */
const IN_FIELD = new RegExp(
  String.raw`(?:^|\n)(?:(?:your |the )?(?:provider|consultant|midwife|specialist|clinician|practitioner|physician|surgeon|nurse|(?:\p{L}+ )?therapist|physiotherapist|physio|dentist|hygienist|optometrist|podiatrist|dietitian|psychologist|counsellor|with|seeing|doctor)(?: name)?) ?: ?(?<name>(?:${HONORIFIC} )?\p{Lu}[^\n]*)`,
  'giu',
)
const WITH_HONORIFIC = new RegExp(`^${HONORIFIC} `, 'i')
/** `Karen Bradley, M.D.`, `Sarah Lee MBBS`. */
const WITH_DEGREE =
  /(?:^|\n)(?<name>\p{Lu}(?:\.|[\p{L}'’-]+)(?:(?: |(?<=\.))\p{Lu}[\p{L}'’-]*\.?){0,2} \p{Lu}[\p{L}'’-]*\p{Ll})(?:,? {1,3}(?:MRCPod|MChS|MCSP|MCOptom|FCOptom|M\.D\.|MD|MBBS|MBBCh|MBChB|MB|BMBS|D\.O\.|DDS|D\.D\.S\.|DMD|DPM|BDS|MDS|DNB|MRCP|FRCPC|PA-C|FNP|APRN|FRACGP|FRACS|FRACP|FRCP|FRCS|MRCP|MRCGP|Ph\.D\.|PhD|O\.D\.)|, (?:DO|OD|NP|RN|PA|DC|DPT|PT))(?![\p{L}\p{N}])/gu
/** `Jake Turner - Physiotherapist`. */
const BEFORE_CALLING =
  /(?:^|\n)(?<name>\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*){1,2})(?: [-–] |, | \()(?=(?<calling>[^\n]{1,40}))/gu

/** Those whom a card names in a field, with a degree or with a calling. */
export function* inField(text: string): Iterable<SaidDoctor> {
  for (const { 0: all, index, groups = {} } of matchesIn(text, IN_FIELD)) {
    const line = (groups.name ?? '').replace(WITH_HONORIFIC, '')
    const hasHonorific = line !== groups.name
    const at = index + all.length - line.length
    const family = /^(?<family>\p{Lu}[\p{L}'’-]+), (?=\p{Lu})/u.exec(line)
    const rest = line.slice(family?.[0].length ?? 0)
    if (!isCapitalised(rest)) continue
    const name = nameAt(rest, mayBeAfterTitle)?.name
    const [first = ''] = (name ?? '').split(' ', 1)
    if (!name || ORGANISATION.test(first)) continue
    const isKnown = hasHonorific || isGivenName(first) || (family !== null && endsInDegree(rest, name))
    // One word alone may be anything: "With: Medicare".
    if (!isKnown && !family && !name.includes(' ')) continue
    const value = family ? `${name} ${family.groups?.family}` : name
    const words = family ? line.slice(0, family[0].length + name.length) : name
    yield { value, words, at, isSure: isKnown && ENDS_FIELD.test(rest.slice(name.length)) }
  }
  for (const { 0: all, index, groups = {} } of matchesIn(text, WITH_DEGREE)) {
    const { name = '' } = groups
    if (name.split(' ').some((word) => ORGANISATION.test(bare(word)) || isPlaceWord(word))) continue
    yield { value: name, words: name, at: index + all.indexOf(name), isSure: !/^\p{Lu}\./u.test(name) }
  }
  for (const { 0: all, index, groups = {} } of matchesIn(text, BEFORE_CALLING)) {
    const { name = '', calling = '' } = groups
    if (!isGivenName((name.split(' ', 1)[0] ?? '').toLowerCase()) || readSpecialty(calling) === '') continue
    yield { value: name, words: name, at: index + all.indexOf(name), isSure: false }
  }
}

const ENDS_FIELD = /^[.,;]?(?:$|,? ?\(| [-–]| (?:M\.?D\.?|DO|RN|NP|PA|MBBS|DDS)\b|,| {2,})/
const endsInDegree = (text: string, name: string): boolean =>
  DEGREE.test(bare(text.slice(name.length).trim().split(/[ ,]/, 1)[0] ?? ''))
