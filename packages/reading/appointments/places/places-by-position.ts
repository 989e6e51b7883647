import { matchesIn, textBefore } from '../../words/near.ts'
import { endsHere, isCapitalised, isDay, isLink, isTitle } from '../people/names.ts'
import { isFamilyName, isGivenName } from '../people/person-names.ts'
import { isNoName } from '../people/spoken-names.ts'
import { specialtiesIn } from '../specialties/specialties.ts'
import { nameAfter } from './place-names.ts'
import { INSIDE, isBeside, isOfPart } from './place-words.ts'
import { placeAt, type SaidLocation } from './said-place.ts'

/** Words that places are called by; people hardly are. */
const PLACE_NOUN =
  /^(?:park|road|rd|street|lane|avenue|house|hall|court|square|private|general|royal|memorial|regional|health|hub|cent(?:er|re)|hospital|infirmary|clinic|st|saint|mount|bay|hill|north|south|east|west|upper|lower|green|bridge|port|gate|tower|plaza|mall|college|university|church|cottage|castle|manor|lodge|mill|grove|wood|woods|field|fields|valley|city|town|village|island|beach|shore|spa|gardens|quay|wharf|harbour|harbor|lake|river|springs?|heights|campus|works|studio|rooms|terrace|crescent|parade|arcade|building)$/i
/** What a visit is for, by the ends of its words: `screening`, `biopsy`, `removal`. */
const MATTER =
  /(?:.ing|tions?|ments?|scop(?:y|ies)|ectomy|gra(?:m|ph|phy)|itis|plasty|emia|osis|therapy|ology|psy|ical|ement|als|.ed|itis|ure|ics?|ches?|aches?|meds?|pills?)$/i
/** What is said by itself beside a visit and is no place. */
const NO_PLACE =
  /^(?:smear|coil|cast|crown|filling|fillings|physical|blood|bloods|urine|sample|mole|moles|lump|rash|cough|cold|flu|covid|mri|ct|ecg|echo|scan|x-?ray|hip|knees?|legs?|arms?|back|neck|shoulder|toe|toes|nails?|ears?|eyes?|teeth|tooth|wisdom|braces|glasses|lens|lenses|pre-?op|annual|yearly|monthly|weekly|daily|twice|once|urgent|routine|first|second|third|last|final|left|right|both|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|bring|tell|give|pay|park|wear|use|drink|drinks|eat|wait|drive|pick|pickup|let|make|meet|try|leave|note|mum|mom|dad|nan|gran|kids?|baby|son|daughter|wife|husband|insurance|card|medicare|letter|list|form|forms|results?|money|cash|private|early|late|sharp|person|advance|pain|case|time|case|fact|total|front|bed|half|full|future|general|particular|touch|need|charge|line|good|bad|theatre|car|taxi|train|bus|writing|mind|english|between|hospital|surgery|clinic|office|home|house|work|school|town|church|sleep|summer|winter|spring|autumn|fall|spring|there|here|everyone|nothing|anything|thanks?|cheers|please|yes|no|ok|okay|done|end|stop|over|about|per|plus|vs|if|also|guy|man|lady|person|pen|ink|court|wheelchair|interpreter|access|pay|ask|apply|wait|look|send|need|hope|try|prepare|do|start)$/i
const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u

const MOST_WORDS = 4

/**
 * Whether some words without capitals may be the name of a place: none of them is of a day, a time, a person with a title, what is done or
 * whom it is for, courtesy, or a small word of the language.
 */
export function mayBePlace(name: string): boolean {
  const words = name.split(' ')
  const [first = ''] = words
  if (words.length > MOST_WORDS || first.length < MOST_SHORT) return false
  return (
    words.every((word, index) => isOfPlace(word) || (index > 0 && /^(?:of|and)$/.test(word))) &&
    specialtiesIn(name).every(({ isSure }) => !isSure) &&
    !isOfPart(name)
  )
}

const MOST_SHORT = 2

const isOfPlace = (word: string): boolean =>
  WORD.test(word) &&
  !isDay(word) &&
  !isTitle(word) &&
  !endsHere(word) &&
  (PLACE_NOUN.test(word) ||
    !(isLink(word) || isBeside(word) || isNoName(word.toLowerCase()) || NO_PLACE.test(word) || MATTER.test(word)))

/** Whether one of the words is one that places are called by. */
export const hasPlaceNoun = (name: string): boolean => name.split(' ').some((word) => PLACE_NOUN.test(word))

/** Who is seen is said elsewhere: a name that is left is hardly of a person. */
const WITH_SOMEBODY = /\b(?:dr|doctor|prof|professor|mr|mrs|ms|miss|mister|sister|nurse|with)\.? (?=\p{L}{2})/iu

/**
 * Whether words without capitals that stand apart, at the end or between commas, are the name of a place rather than of somebody.
 * @param text without its dates and times
 */
export function isPlaceApart(text: string, name: string): boolean {
  if (!mayBePlace(name) || NO_PLACE.test(name)) return false
  if (hasPlaceNoun(name)) return name.includes(' ')
  const words = name.split(' ')
  const isPerson = isGivenName(words[0] ?? '') || isFamilyName(words.at(-1) ?? '')
  return !isPerson && WITH_SOMEBODY.test(text)
}

/** How names of hospitals and clinics begin in other languages and in those of towns. */
const BEGIN =
  /(?<![\p{L}\p{N}])(?:ysbyty|meddygfa|canolfan iechyd|cl[ií]nica|h[oô]pital|ospedale|klinikum|krankenhaus|centro m[eé]dico|policl[ií]nico|pol[iy]clinic|bon secours|mount)(?= \p{L}{3})[^\n]/giu

/** `Ysbyty Gwynedd`, `Clínica Santa Maria`, `Mount Carmel`. */
export const withBegin = (text: string): SaidLocation[] =>
  matchesIn(text, BEGIN).flatMap(({ 0: all, index }) => {
    const first = all.trimEnd().length
    const rest = nameAfter(text, index + first + 1)
    const words = rest?.name.split(' ') ?? []
    const length = words.findIndex((word) => !INSIDE.test(word) && !isOfPlace(word))
    const name = (length === -1 ? words : words.slice(0, length)).slice(0, MOST_WORDS - 1).join(' ')
    const begin = text.slice(index, index + first)
    return name === '' || isCapitalised(begin) !== isCapitalised(name)
      ? []
      : [placeAt(`${begin} ${name}`, index, false)]
  })

/** Where it is, without capitals: `scan in ballina`, `go to toowong private`. */
const IN_SMALL =
  /(?<=(?<!\b(?:come|came|coming|get|gets|getting|log|sign|check|bring|drop|call|hand|fill|put|book|booked|phone|ring|step|pop|me|him|her|us|them|you|squeeze|fit|fitted|back|interested|specialises|specializes|kick|kicks|settle|due|\p{L}+ing|blood|sugar|protein|paid|lumps?|rash|pins) )\b(?:in|up in|down in|over in|out in)(?: the)? )(?=\p{Ll}{2})[^\n]/gu
const TO_SMALL = /(?<=\b(?:go|come|over|down|out|across|up|travel|drive|off|moved) to (?:the )?)(?=\p{Ll}{3})[^\n]/gu
/** `going to greenlane for the scan`: but not `going to ask`. */
const GOING_SMALL =
  /(?<=\bgoing to (?:the )?)(?=(?!\p{L}+ing )\p{Ll}{3,} (?:\p{Ll}+ )?for (?:the|my|an?|his|her|our)\b)[^\n]/gu
/** Behind the name of a place comes a small word, a point, what was taken out, or nothing. */
const ENDS =
  /^(?:$|[.,;]| {2}| (?:on|at|for|with|by|to|and|this|next|from|it|its|it['’]s|but|so|my|the|dr|doctor|mr|ms|mrs|he|she|where|because|in)\b)/i

export const inSmall = (text: string): SaidLocation[] =>
  text.includes('\n')
    ? []
    : [...matchesIn(text, IN_SMALL), ...matchesIn(text, TO_SMALL), ...matchesIn(text, GOING_SMALL)].flatMap(
        ({ 0: all, index }) => {
          const at = index + all.length - 1
          const name = nameAfter(text, at)?.name ?? ''
          const isThe = /\bthe $/i.test(textBefore(text, at))
          const isName = mayBePlace(name) && ENDS.test(text.slice(at + name.length, at + name.length + 10))
          // Behind "in the" a single word names a thing.
          const isKnown = !isThe || name.includes(' ')
          return isName && isKnown && !isGivenName(name.split(' ')[0] ?? '') ? [placeAt(name, at, false)] : []
        },
      )
