import { matchesIn, textBefore } from '../../words/near.ts'
import { PEOPLE } from '../cues.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import { isNoName } from './known-names.ts'

/** A name that only its position tells. */
export interface BareName {
  name: string
  at: number
}

/** Who somebody is that people are sent to. */
const CALLING =
  '(?:nurse(?: practitioner)?|physio|physiotherapist|chiro|chiropractor|osteo|osteopath|dentist|hygienist|orthodontist|midwife|counsell?or|psychologist|psychiatrist|therapist|surgeon|registrar|consultant|optometrist|optician|audiologist|podiatrist|chiropodist|dietitian|dietician|nutritionist|acupuncturist|masseuse|social worker|health visitor|support worker|case manager|doula|pharmacist|\\p{L}+(?:ologist|iatrist|iatrician|therapist))'
/** People put a word of their own before a name: `wee Fiona`. */
const FONDLY = '(?:(?:wee|little|lovely|young|old|big|that|a|the) )?'
const HONORIFIC = '(?:mr|mister|mrs|missus|missis|ms|miss|mx|sister)\\.?'

/** What stands before who is seen, and what has to follow the name there. */
interface Position {
  lead: RegExp
  /** Default: the end, a mark, a gap where a date stood, or a word that goes on about the visit. */
  follow?: RegExp
  /** Whether a visit has to be spoken of before it. */
  isOfVisit?: boolean
}
const POSITIONS: readonly Position[] = [
  // "her name's kirra", "she's called shirley pillay"
  {
    lead: /(?:(?<=\b(?:her|his|their|whose|nurse|therapist) )name(?:['’]?s| is)|(?<=\b(?:she|he|they)(?:['’]?s| is| are|['’]?re) )called|(?<=\b(?:someone|somebody|lady|man|guy|woman|girl|person|one|\p{L}+ist) )(?:called|named)) (?=\p{L})/giu,
    follow: /^/,
  },
  // "it's Mr Abernethy at the place", "with mister adeyemi-clarke"
  {
    lead: new RegExp(
      String.raw`(?:\b(?:with|under|it['’]?s|that['’]?s|see|seeing|meet|meeting|by|be)|(?<!\b(?:husband|wife|partner|father|mother|patient|name|neighbour|friend|for|dear)(?: is)?),) ${HONORIFIC} (?=\p{L})`,
      'giu',
    ),
  },
  // "my therapist dana kowalczyk", "physio, Leilani Tuala, …"
  {
    lead: new RegExp(
      String.raw`(?:\b(?:my|our|his|her|the|new|same|a|an|to|with|see|seeing) (?:\p{L}+ )?${CALLING},? (?:is )?|(?:^|[.;] )(?:\p{L}+ )?${CALLING}, )(?=\p{L})`,
      'giu',
    ),
  },
  { lead: /\b(?:nurse|midwife),? (?=\p{L})/giu },
  // "therapist dana friday at 2"
  {
    lead: /(?:^|[.;] )(?:therapist|counsell?or|psychologist|hygienist|social worker|health visitor) (?=\p{L})/giu,
  },
  // "physio friday half eleven with bronagh"
  { lead: /\b(?:with|w\/) (?=\p{L})/giu, isOfVisit: true },
  // "it's wee Fiona does it"
  {
    lead: new RegExp(String.raw`\bit['’]?s ${FONDLY}(?=\p{L})`, 'giu'),
    follow: /^ (?:does|doing|who|that does|i see|i['’]?m seeing|we see|i['’]?m with|i have)\b/i,
    isOfVisit: true,
  },
]
const SEES_PEOPLE = new RegExp(String.raw`\b${CALLING}\b`, 'iu')

/**
 * Names of people without a title where who is seen has to stand: guesses, for a text that names nobody otherwise.
 * @param hasCapitals whether names are told by capitals
 * @param nameAt the name that a text begins with, by the classes of its words; empty where none does
 */
export function* bareNames(text: string, hasCapitals: boolean, nameAt: (after: string) => string): Iterable<BareName> {
  const seen = new Set<number>()
  for (const { lead, follow = PEOPLE.goesOn, isOfVisit = false } of POSITIONS)
    for (const { 0: words, index } of matchesIn(text, lead)) {
      const at = index + words.length
      const after = text.slice(at)
      if (seen.has(at) || (hasCapitals && !/^\p{Lu}/u.test(after))) continue
      const before = textBefore(text, index)
      if (isOfVisit && (PEOPLE.comesAlong.test(before) || !(PEOPLE.visit.test(before) || readSpecialty(before) !== '')))
        continue
      const name = nameAt(after)
      if (!isBareName(name) || !goesOn(after.slice(name.length), follow)) continue
      seen.add(at)
      yield { name, at }
    }
  if (seen.size > 0) return
  const alone = matchesIn(text, PEOPLE.byItself)
  if (alone.length === 0 || !SEES_PEOPLE.test(text)) return
  for (const { index, 0: comma, groups = {} } of alone) {
    const at = index + comma.length
    const name = nameAt(text.slice(at))
    if (name === groups.name && isBareName(name)) yield { name, at }
  }
}

/** Whether what follows a name says that it has ended. */
function goesOn(after: string, follow: RegExp): boolean {
  const [, next = ''] = after.split(/[ \n]/, 2)
  return follow.test(after) || (follow === PEOPLE.goesOn && after.startsWith(' ') && isNoName(next.toLowerCase()))
}
const FIRST_OF_OTHERS = /(?:ing|ly)$/i

/** Whether no word of a name is of a class that names are not of. */
export function isBareName(name: string): boolean {
  const words = name.toLowerCase().split(' ')
  const [first = ''] = words
  if (first.length < 2 || FIRST_OF_OTHERS.test(first) || /^\p{Lu}{2,}(?: |$)/u.test(name)) return false
  // "the surgeon operates", "physio with weights": one small word alone may be a verb or several things.
  if (words.length === 1 && /^\p{Ll}.*[^s]s$/u.test(name)) return false
  return !words.some((word) => PEOPLE.notAlone.test(word) || isNoName(word) || PEOPLE.endsOfOthers.test(word))
}
