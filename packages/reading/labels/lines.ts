import labels from '../vocabulary/labels.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'

/** What a line of a label is about. `other`: nothing that is known. */
export type LineKind = 'medicine' | 'directions' | 'doctor' | 'pharmacy' | 'noise' | 'other'

/** Lines about the package, the law and the person: never a medicine, never directions. */
const NOISE: readonly RegExp[] = [
  /\bkeep\b.{0,20}\b(?:out|away)\b|\breach\b.{0,12}\bchild|\b(?:sight|reach)\b.{0,20}\bchildren\b/i,
  /\b(?:qty|quantity|quant)\b|\b(?:repeats?|rpts?|refills?|reorder)\b[\s:]*(?:\d|no\b|nil\b|x)|^no\.? of (?:repeats|refills)/i,
  /\b(?:pbs|rpbs|nhs|abn|acn|medicare|provider|prescriber)\s*(?:no|number|#|:\s*\d)|^\s*(?:pbs|nhs)\b|\bapproved\b.{0,12}\bpbs\b/i,
  /\b(?:rx|script|ref|serial|lot|batch|order|store|ndc|id|authority)\s*(?:#|no\b|number|:\s*\d)|^rx$/i,
  /\b(?:ph|tel|phone|telephone|fax|mob|mobile)\b[\s.:]*[(+\d]|\(\d{3}\)\s?\d{3}[- ]\d{4}|\bwww\.|@/i,
  /\b(?:patient|dob|d\.o\.b|date of birth|sex|age|address|weight)\b\s*[:.]?/i,
  /\b(?:discard|use before|expir(?:y|es)|exp\b|use by|best before|mfg|mfr|manufactured)/i,
  /\b(?:signature|signed|sign here|initials)\b|_{3,}/i,
  /^(?:warning|caution|note)\b|\bmay (?:cause|make|affect)\b|\bdo not (?:drink|drive|operate|stop|take|use|crush|chew)\b|\balcohol\b|\bdrowsiness\b|\bavoid\b|\bcontains\b/i,
  /\bgeneric (?:for|of)\b|\bsubstitut|\bbrand\b|\bstore (?:in|at|below|between)\b|\brefrigerat|\bprotect from\b|\bshake\b.{0,8}\bwell\b/i,
  /\bopen(?:ing)?\b.{0,20}(?:\bdaily\b|\bdays?\b|\bhours?\b|\d\s?[ap]m\b|\d[:.]\d\d)|\b(?:hours|mon(?:day)?\s?(?:-|to)\s?(?:fri|sat|sun)\w*)\s*(?::\s*)?\d|\bdeliver(?:y|ies|ed)?\b/i,
  /^(?:prescription|medication list|current medications|private prescription|statement|copy)$/i,
]
/** Addresses: a number and a street, or a town with its postcode. */
const ADDRESS =
  /\b\d{1,5}[a-z]?\s+(?:\p{L}+\s+){1,3}(?:st|street|rd|road|ave|avenue|lane|ln|drive|dr|court|ct|place|pl|parade|pde|highway|hwy|way|terrace|tce|crescent|cres|blvd|boulevard|square|sq)\b\.?|\b(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)\s+\d{4}\b|\b[A-Z]{2}\s+\d{5}\b|\b[A-Z]{1,2}\d[A-Z\d]?\s+\d[A-Z]{2}\b/iu

const PERSON = /^(?:mr|mrs|ms|miss|mx|master|mstr|for:)(?![\p{L}])[.:]?\s*\p{L}/iu
export const DOCTOR =
  /(?:^|[\s,;|])(?<title>dr|doctor|prescriber|prescribed by|prescribing (?:doctor|physician)|physician|md|gp)\b[.:]*\s+(?=[\p{L}.])/iu
export const PHARMACY = new RegExp(String.raw`\b(?:${alternatives(labels.pharmacies.words)})\b`, 'iu')

/** How directions begin. */
export const BEGINS_DIRECTIONS =
  /^(?:(?:sig|directions?|instructions?|how to (?:take|use)|dosage instructions)\b\s*(?:[:.;-]+\s*)?)?(?:take|give|chew|swallow|apply|inhale|inject|insert|instil+|put|place|use(?!\s+(?:by|before|within)\b)|dissolve|suck|sip|drink|rub|spray|wear|stick|administer|massage|spread|nebuli[sz]e|gargle|swish|smear|dab|follow (?:the |your )?(?:\w+ )?(?:package|packet|pack|box|label|leaflet|printed|enclosed|directions|instructions)\b|(?:to be )?(?:taken |used |applied )?as directed\b|\w{1,12}\s+(?:\w+\s+){0,2}to be (?:taken|used|applied|inhaled|given|chewed|dissolved|sucked)|to be (?:taken|used|applied))\b/iu
export const NAMED_DIRECTIONS =
  /^(?:sig(?:na)?|directions?(?: for use)?|instructions?|how to (?:take|use)(?: it)?|dosage instructions|use|freq(?:uency)?)\s*[:;]\s*|^sig\.\s*/iu
/** Directions that begin with how much: `ONE TABLET TWICE A DAY`. */
export const BEGINS_WITH_DOSE =
  /^(?:\d{1,2}(?:\s?(?:-|to)\s?\d)?|½|one|two|three|four|half|a|an)\s+(?:a\s+)?(?:\d{1,2}(?:\.\d)?\s?ml\s+)?(?:tab(?:let)?s?|cap(?:sule)?s?|caplets?|puffs?|drops?|sprays?|mls?|teaspoons?|sachets?|patch(?:es)?|doses?|vials?|nebules?|ampoules?|spoonfuls?|units?|wafers?|lozenges?|pessar(?:y|ies)|suppositor(?:y|ies)|bottles?|scoops?|inhalations?|applications?|applicatorfuls?|injections?|pumps?)\b(?!\s*\d)/iu
/** Words that say that something is taken: with how often they are directions, however the line begins. */
export const ABOUT_TAKING =
  /\b(?:tablets?|capsules?|caplets?|puffs?|drops?|mouth|taken|take|apply|inhale|doses?|sprays?|nostril|tongue|orally)\b/iu
/** Words that directions are made of: a line that begins in the middle has some of them. */
const DIRECTION_WORDS = new RegExp(String.raw`\b(?:${alternatives(labels.directions.words)}|q\d{1,2}h)\b`, 'iu')
export const SHORTHAND =
  /\b(?:b\.?d|b\.?i\.?d|t\.?d\.?s|t\.?i\.?d|q\.?i\.?d|q\.?d\.?s|mane|nocte|p\.?r\.?n|stat|s\.?o\.?s|o\.?d|q\.?d|q\d{1,2}(?:-\d{1,2})?h|\d{1,2} ?hourly|daily|nightly|weekly)\b\.?/iu

const isNoise = (line: string): boolean => NOISE.some((pattern) => pattern.test(line)) || ADDRESS.test(line)

export const isPerson = (line: string): boolean => PERSON.test(line)

/** The kind of a line by its own words. Whether it is a medicine is asked before (medicine.ts). */
export function kindOf(line: string): Exclude<LineKind, 'medicine'> {
  const text = line.trim()
  if (BEGINS_DIRECTIONS.test(text) || NAMED_DIRECTIONS.test(text)) return 'directions'
  if (DOCTOR.test(text) && !DIRECTION_WORDS.test(text.replace(/^.*?\bdr\b/i, ''))) return 'doctor'
  if (PHARMACY.test(text)) return 'pharmacy'
  return isNoise(text) || isPerson(text) ? 'noise' : 'other'
}

/** Whether the line may go on with directions that began above it. */
export const goesOn = (line: string): boolean =>
  DIRECTION_WORDS.test(line) || COUNT_ALONE.test(line) || WEEKDAYS_ALONE.test(line)

/** How nobody ends: what follows belongs to it, whatever it is. */
const ENDS_OPEN =
  /(?:\b(?:on|when|if|for|with|without|in|into|at|to|and|or|every|each|by|of|the|an?|before|after|per|both|than|then|least|until|as)|[,/&-])$/i
export const endsOpen = (text: string): boolean => ENDS_OPEN.test(text.slice(-LAST_WORDS))
/** Letters at an end that are more than its last word. */
const LAST_WORDS = 24

/** How the words of how often are cut through: `ONCE` may have been `once a week`. */
const ENDS_IN_COUNT =
  /\b(?:once|twice|times?|up|every other|(?:every|each|to|or|than|take|give|use|for|least)\s+(?:\d{1,2}|one|two|three|four|five|six|eight|twelve))$/i

/** Whether something may be missing at its end. */
export const isCutOff = (text: string): boolean => {
  const end = text.trimEnd().slice(-LAST_WORDS)
  return endsOpen(end) || ENDS_IN_COUNT.test(end)
}

/** How a line begins that goes on with directions, even where it names a strength: `weekly for 4 weeks then 0.5 mg`. */
export const BEGINS_INSIDE =
  /^(?:(?:\d{1,2}|one|two|three|four|five|six|seven|eight|ten|twelve)\s+(?=days?|nights?|weeks?|hours?|months?|times))?(?:weekly|daily|nightly|monthly|hourly|(?:times?|days?|nights?|weeks?|hours?|hrs|months?|then|and|or|for|until|thereafter|followed by)\b)/i

/** On a line of its own below the beginning of directions. */
const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?'
const WEEKDAYS_ALONE = new RegExp(
  String.raw`^(?:on |every |each )?${WEEKDAY}(?:(?:\s*[,&/]\s*|\s+and\s+|\s+)${WEEKDAY}){0,6}(?:\s+only)?\.?$`,
  'i',
)
const COUNT_ALONE = /^(?:\d{1,2}|½|one|two|three|four|half)$/i
