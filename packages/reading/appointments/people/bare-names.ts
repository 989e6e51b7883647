import { matchesIn, textBefore } from '../../words/near.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import { isNoName } from './spoken-names.ts'

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

const GOES_ON =
  /^(?:$|[\n,.;!?]|['’]s\b| p{Lu}{2,}| {2,}| (?:at|in|on|for|from|about|re|next|this|again|half|quarter|noon|tomorrow|today|\d|to|and|but|so|she|he|they|who|does|is|over|up|down|by|via|telehealth|video|phone|the|my|our|an?|[-–(]))/i
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

/** Who comes along, or what comes with a visit, is not who is seen. */
const ALONG =
  /\b(?:go|goes|going|come|comes|coming|along|there|together|lift|driv\p{L}+|travel\p{L}*|ride|liv\p{L}+|stay\p{L}*|walk\p{L}*|lunch|dinner|coffee|tea|brunch|drinks?|party|holiday|bring\p{L}*|tak\p{L}+|start\p{L}*|deal\p{L}*|help\p{L}*|agree\p{L}*|clash\p{L}*|trouble|problem\p{L}*|pain|issues?|happy|fine|ok|okay)(?: [^,.;]{0,25})?$/iu
const NOT_ALONE =
  /^(?:contrast|sedation|sedative|anaesthetic|anesthetic|anaesthesia|anesthesia|dye|dilation|drops|gas|mum|mam|mom|mummy|mammy|dad|daddy|nan|nana|gran|granny|grandma|grandad|grandpa|auntie|aunty|aunt|uncle|wife|husband|hubby|son|daughter|sister|brother|baby|kids|children|partner|friend|friends|family|everyone|everybody|anyone|anybody|someone|somebody|nobody|whoever|whichever|nothing|everything|breakfast|lunch|dinner|food|water|insurance|cover|referral|papers|paperwork|notes|results|reports|scans|films|glasses|lenses|samples?|urine|medicare|medicaid|bupa|axa|aviva|vhi|laya|nib|hcf|ahm|hbf|nhs|hse|cigna|aetna|humana|kaiser|specsavers|zoom|skype|teams|facetime|whatsapp|parking|wheelchair|crutches|pain|reception|love|thanks|regards|respect|luck|immediate|care|caution|high|low|chronic|severe|bad|sore|swollen|ongoing|new|old|stiff|frozen|broken|torn|type|possible|suspected|bilateral|both|three|two|four|five|six|ten|only|limited|extra|full|free|private|public|local|nearest|online|walk|over|them|him|you|us|these|those|any|every|each|both|some|more|other|another|whom|what|him|myself|moved|rang|phoned|texted|emailed|messaged|cancelled|canceled|asked|told|wanted|needed|thought|called|booked|left|gave|put|got|made|went|came|sent|saw|did|found|said|changed|swapped|retired|referred|ordered|recommended|suggested|advised|confirmed|offered|arranged|scheduled|rescheduled|replied|checked|looked|decided|prescribed|requested|squeezed|fitted|bumped|postponed|pushed|shifted|needs|keeps|fits|lives|works|reckons|checks|wont|will|led|clinic|visit|team|line)$/i
/** The name stands by itself behind who it is: `osteopath Tuesday at noon, Gethin Prosser in Llandeilo`. */
const BY_ITSELF =
  /, ?(?=(?<name>\p{Lu}[\p{L}'’-]+(?: (?:van|von|der|de|da|del|la|al|bin) ?)*(?: \p{Lu}[\p{L}'’-]+){1,2})(?=[,.;]|$| {2,}| (?:in|at|on)\b))/gu
const SEES_PEOPLE = new RegExp(String.raw`\b${CALLING}\b`, 'iu')
const VISIT = /\b(?:appointments?|appt|booking|booked|visit|session|check-?up|review|consult\w*|clinic|eval)\b/i

/**
 * Names of people without a title where who is seen has to stand: guesses, for a text that names nobody otherwise.
 * @param hasCapitals whether names are told by capitals
 * @param nameAt the name that a text begins with, by the classes of its words; empty where none does
 */
export function* bareNames(text: string, hasCapitals: boolean, nameAt: (after: string) => string): Iterable<BareName> {
  const seen = new Set<number>()
  for (const { lead, follow = GOES_ON, isOfVisit = false } of POSITIONS)
    for (const { 0: words, index } of matchesIn(text, lead)) {
      const at = index + words.length
      const after = text.slice(at)
      if (seen.has(at) || (hasCapitals && !/^\p{Lu}/u.test(after))) continue
      const before = textBefore(text, index)
      if (isOfVisit && (ALONG.test(before) || !(VISIT.test(before) || readSpecialty(before) !== ''))) continue
      const name = nameAt(after)
      if (!isBareName(name) || !goesOn(after.slice(name.length), follow)) continue
      seen.add(at)
      yield { name, at }
    }
  if (seen.size > 0) return
  const alone = matchesIn(text, BY_ITSELF)
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
  return follow.test(after) || (follow === GOES_ON && after.startsWith(' ') && isNoName(next.toLowerCase()))
}

/** How words of illnesses, of other things and of businesses end. */
const ENDS_OF_OTHERS =
  /(?:itis|osis|a?emia|algia|pathy|tion|ness|ment|ache|[^s]care|savers|centre|center)$|^(?:eczema|o?edema|asthma|glaucoma|melanoma|lymphoma|migraines?)$/i
const FIRST_OF_OTHERS = /(?:ing|ly)$/i

/** Whether no word of a name is of a class that names are not of. */
export function isBareName(name: string): boolean {
  const words = name.toLowerCase().split(' ')
  const [first = ''] = words
  if (first.length < 2 || FIRST_OF_OTHERS.test(first) || /^\p{Lu}{2,}(?: |$)/u.test(name)) return false
  // "the surgeon operates", "physio with weights": one small word alone may be a verb or several things.
  if (words.length === 1 && /^\p{Ll}.*[^s]s$/u.test(name)) return false
  return !words.some((word) => NOT_ALONE.test(word) || isNoName(word) || ENDS_OF_OTHERS.test(word))
}
