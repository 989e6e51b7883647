import { textAfter, textBefore } from '../words/near.ts'
import type { Read } from '../words/read.ts'

const RELATIVE =
  '(?:mum|mom|mam|mother|dad|father|daughter|son|wife|husband|hubby|partner|sister|brother|neighbour|neighbor|friend|mate|carer|caregiver|niece|nephew|cousin|aunt(?:ie|y)?|uncle|nan|nana|gran|granny|grandma|grandad|grandpa|granddaughter|grandson|girlfriend|boyfriend|driver|flatmate|housemate)'
const NUMBER =
  '(?:(?:own|new|home|work|mobile|cell|phone|landline|direct|contact) )*(?:number|mobile|cell|phone|landline|mob)'
const LINK = "(?: is| would be|['’]s|:)?:? $"

/** `my daughter Claire's mobile`. */
const OF_RELATIVE = new RegExp(String.raw`\b${RELATIVE}(?: \p{L}+)?(?:['’]s| has)? ${NUMBER}${LINK}`, 'iu')
/** `my number is`: whoever asks to be called back says so, and people say it of the one they ring. */
const OWN = new RegExp(String.raw`\b(?:my|our) ${NUMBER}${LINK}`, 'i')
const CALLS_BACK = /\b(?:call|ring|text|phone|reach|contact) (?:me|us|him|her)(?: back)?(?: on| at)? $/i
/** `her number is`: of whoever was spoken of. */
const OF_THAT_PERSON = new RegExp(String.raw`\b(?:her|his|their) ${NUMBER}${LINK}`, 'i')
const SPEAKS_OF_RELATIVE = new RegExp(String.raw`\b${RELATIVE}\b`, 'i')
/** Somebody who only comes along. */
const COMES_ALONG = new RegExp(
  String.raw`\b${RELATIVE}(?: \p{L}+)?(?: is|['’]s| will(?: be)?|['’]ll(?: be)?)? (?:driv|tak|bring|com(?:es|ing)|collect|pick|giv\p{L}+ (?:me|us) a lift|accompan|drop|mind)`,
  'iu',
)
/** `the old number was`. */
const OLD_BEFORE = new RegExp(String.raw`\b(?:old|previous|former|wrong) (?:${NUMBER}|one)(?: was)?${LINK}`, 'i')
/** What people put before they take a number back. */
const HESITATES = '(?:(?:no|oh|sorry|wait|hang on|hold on|actually|oops)[,.]? ){0,4}'
/** `no wait that's the old one`. */
const TAKEN_BACK = new RegExp(
  String.raw`^[,.;]? ?${HESITATES}(?:that['’]?s|that is|that was|it['’]?s|is|was|but that['’]?s) (?:(?:(?:the|an|my|our|her|his|their|${RELATIVE}['’]s) )?(?:old|wrong|previous|former)\b|(?:my|our|(?:my )?${RELATIVE}['’]s) (?:own )?(?:number|mobile|one|phone)|not (?:it|right|the (?:one|number))\b)`,
  'i',
)
/** `sorry, 0117 …`. */
const SAID_AGAIN =
  /^[,.;]? ?(?:(?:no|oh|sorry|wait|hang on|hold on|actually|oops|scratch that|i mean|correction)\b[,.]? ?)+(?:(?:it['’]?s|it is|that['’]?s|make that|the number is) )?$/i

/** Whose a number is that was said: of the visit, perhaps of somebody else, or surely not to be rung. */
export type Whose = 'visit' | 'unclear' | 'other'

/**
 * Whether a number is that of the visit, by the words around it: not one that is taken back, nor of the person or whoever comes along.
 * @param next the number that is said after it
 */
export function whosePhone(text: string, { at, words }: Read<string>, next: Read<string> | undefined): Whose {
  const before = textBefore(text, at)
  const end = at + words.length
  if (OLD_BEFORE.test(before) || OF_RELATIVE.test(before) || TAKEN_BACK.test(textAfter(text, end))) return 'other'
  if (next && SAID_AGAIN.test(text.slice(end, next.at))) return 'other'
  if (OF_THAT_PERSON.test(before) && SPEAKS_OF_RELATIVE.test(text))
    return COMES_ALONG.test(text.slice(0, at)) ? 'other' : 'unclear'
  return OWN.test(before) || CALLS_BACK.test(before) ? 'unclear' : 'visit'
}
