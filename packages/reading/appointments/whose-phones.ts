import { textAfter, textBefore } from '../words/near.ts'
import type { Read } from '../words/read.ts'
import { PHONES } from './cues.ts'

const RELATIVE =
  '(?:mum|mom|mam|mother|dad|father|daughter|son|wife|husband|hubby|partner|sister|brother|neighbour|neighbor|friend|mate|carer|caregiver|niece|nephew|cousin|aunt(?:ie|y)?|uncle|nan|nana|gran|granny|grandma|grandad|grandpa|granddaughter|grandson|girlfriend|boyfriend|driver|flatmate|housemate)'
const NUMBER =
  '(?:(?:own|new|home|work|mobile|cell|phone|landline|direct|contact) )*(?:number|mobile|cell|phone|landline|mob)'
const LINK = "(?: is| would be|['’]s|:)?:? $"

/** `my daughter Claire's mobile`. */
const OF_RELATIVE = new RegExp(String.raw`\b${RELATIVE}(?: \p{L}+)?(?:['’]s| has)? ${NUMBER}${LINK}`, 'iu')
/** `my number is`: whoever asks to be called back says so, and people say it of the one they ring. */
const OWN = new RegExp(String.raw`\b(?:my|our) ${NUMBER}${LINK}`, 'i')
/** `her number is`: of whoever was spoken of. */
const OF_THAT_PERSON = new RegExp(String.raw`\b(?:her|his|their) ${NUMBER}${LINK}`, 'i')
const SPEAKS_OF_RELATIVE = new RegExp(String.raw`\b${RELATIVE}\b`, 'i')

/** Whose a number is that was said: of the visit, perhaps of somebody else, or surely not to be rung. */
export type Whose = 'visit' | 'unclear' | 'other'

/**
 * Whether a number is that of the visit, by the words around it: not one that is taken back, nor of the person or whoever comes along.
 * @param next the number that is said after it
 */
export function whosePhone(text: string, { at, words }: Read<string>, next: Read<string> | undefined): Whose {
  const before = textBefore(text, at)
  const end = at + words.length
  if (PHONES.oldBefore.test(before) || OF_RELATIVE.test(before) || PHONES.takenBack.test(textAfter(text, end)))
    return 'other'
  if (next && PHONES.saidAgain.test(text.slice(end, next.at))) return 'other'
  if (OF_THAT_PERSON.test(before) && SPEAKS_OF_RELATIVE.test(text))
    return PHONES.comesAlong.test(text.slice(0, at)) ? 'other' : 'unclear'
  return OWN.test(before) || PHONES.callsBack.test(before) ? 'unclear' : 'visit'
}
