import { isDoubted } from './doubts.ts'
import { matchesIn, textAfter, textBefore } from './near.ts'
import type { Read } from './read.ts'
import { ofSameText } from './same-text.ts'

/** Said between something and what it was meant to be: `twenty, no, sorry, thirty`, `scratch that`. */
const CORRECTION =
  /(?:(?:^|[,.;?!]|\b(?:or|oh|um)) ?no\b(?! (?:more|longer|later|end|food|need|other|less|idea|problem))|(?<!\b(?:token|ref|reference|file|case|card|room|suite|unit|flat|shop|plot|house|bed|ward|ticket|queue|mrn|urn?|uhid|id|phone|ph|tel|mobile|mob|contact|fax|bill|invoice|regn?|registration|licen[cs]e|patient|hospital|account|policy|gate|door|counter|serial|sr|appointment|booking|visit|street|road|provider|abn|op|ip)[.:]? )\bno (?=\d|the (?:day|\d)|(?:tomorrow|at|on|twice|once|half|quarter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)|\bno (?=(?:it['’]?s )?(?:dr|doctor|mister|mr|prof|professor)\b)|\b(?:sorry|(?:i )?tell a lie|scratch that|strike that|correction|i mean(?:t)?|make (?:that|it)|(?:or |no |oh )?(?:rather)(?! than)|oops|whoops|my mistake|wait|hang on|hold on|on second thoughts?|let me correct|actually|change (?:that|it) to|should be|not that|(?:is|are|it['’]?s|that['’]?s) now)\b)/gi
/** `moved from 3 to 4`, `increase from 10 mg to 20 mg`. */
export const CHANGE =
  /\b(?:mov|reschedul|chang|shift|switch|push|bring|brought|increas|decreas|rais|lower|reduc|put|up|down|went|going|go)\w*\b[^.;]*\bfrom\b/i
const CHANGED =
  /\b(?:increas|decreas|rais|lower|reduc|doubl|chang|switch|mov|push|bump|went|gone|put it|put me|reschedul)\w*\b[^.;]*\bto (?:at |the |on |a )*$/i
/** Said before what does not hold: `not aspirin`, `instead of Monday`. */
const NOT =
  /\b(?:not|instead of|rather than|isn['’]?t|wasn['’]?t|never|(?<!\b(?:not|never|don['’]?t|without) )stop(?:ped|ping)?|cancel(?:led)?|(?<!\b(?:not|never|don['’]?t) )(?:scrap|forget|ignore|disregard|never mind)(?: what i said)?(?: about)?)(?: (?:the|a|an|at|on|for|my|your|taking|with|in))* $/i

/** Whether what begins at a place of a text is said not to hold. */
export const isDenied = (text: string, at: number): boolean => NOT.test(textBefore(text, at))

/** Said right after a day or a time that cannot be: `Monday is a bank holiday`, `nine was taken`. */
const RULED_OUT_AFTER =
  /^s?(?:['’]s| is| was| are| were)(?: (?:a|the|all|already|just|now|really|completely))* (?:(?:bank|public|national) holiday|holiday|no (?:good|use)|not (?:possible|available|good|free|on|an option)|full|fully booked|booked (?:up|out|solid)|taken|gone|impossible|too (?:soon|late|early)|out (?:of the question|because)|closed|no longer|(?:my|his|her|our|their) (?:day off|busy day|holiday|birthday|wedding)|when (?:i|we|he|she) work)\b|^ (?:(?:does|do|did|wo|would|ca)(?:n['’]?t| not)|clash(?:es|ed)?|never) ?(?:(?:work|suit|fit|do)\b|(?=[,.;]| (?:with|so|and)\b))/i
/** Said right before it: `they're closed on Monday`, `nothing before the 5th`. */
const RULED_OUT_BEFORE =
  /\b(?:closed|(?:nothing|no appointments?|no slots?|not (?:free|available|open)|n['’]t (?:free|available|open|work))(?: (?:free|left|available))?)(?: (?:on|for|at|the|this|next|until|till|before))* $/i

/** Whether the words beside a day or a time say that it cannot be. */
export const isRuledOut = (text: string, { at, words }: Read<unknown>): boolean =>
  RULED_OUT_AFTER.test(textAfter(text, at + words.length)) || RULED_OUT_BEFORE.test(textBefore(text, at))

/** Where corrections of a text begin. */
export const correctionsIn = ofSameText((text): readonly number[] =>
  matchesIn(text, CORRECTION).map(({ index }) => index),
)

/** Said right after a value that is taken back: `at ten, no, …`, `the 5th sorry 6 …`; not `at ten, no food`. */
const TAKEN_BACK =
  /^[,.;]? ?(?:oh |or |um )?(?:no|sorry|wait|actually|i mean|make (?:that|it)|oops|scratch that|correction)\b[,.]?(?: (?:no|sorry|wait|actually|i mean|it['’]s|its|make (?:that|it)|at|on|the)\b[,.]?)*(?: \d{1,2}(?!\d| (?:of|people|\p{L}+s)\b)| half\b| quarter\b| noon\b| midday\b| tomorrow\b| (?:mon|tues|wednes|thurs|fri|satur|sun)day\b)/iu

/** Whether what stands right after a value takes it back, whatever it names instead. */
export const isTakenBack = (text: string, { at, words }: Read<unknown>): boolean =>
  TAKEN_BACK.test(textAfter(text, at + words.length))

/** Said right before what a visit was moved from: `moved my scan from`, `rescheduled from`. */
const MOVED_FROM =
  /\b(?:moved|rescheduled|changed|shifted|switched|pushed|bumped|postponed|delayed|brought (?:forward|back|it|me)|put (?:back|off|forward))\b(?<between>[^.;,]*) from (?:(?:on|the|old|date|of) )*$/i
const TO_A_DAY = /\bto (?:the |on |next |this |at )*(?:\d|\p{L}+day\b|half\b|quarter\b|noon\b|midday\b)/iu

/** Whether a value is what a visit was moved from, even where nobody could tell what it was moved to. */
export function isMovedFrom(text: string, { at }: Read<unknown>): boolean {
  const between = MOVED_FROM.exec(textBefore(text, at))?.groups?.between
  if (between === undefined || /\b(?:tablets?|pills?|dose|dosage|medic\w+|insulin)\b/i.test(between)) return false
  return !/\bto\b/i.test(between) || TO_A_DAY.test(between)
}

/** The value that holds, and what else a text says instead of it. */
export interface Weighed<Value> {
  value: Value
  /** Whether nothing competes with it and nothing casts doubt on it; what is not sure is at most a guess, and asked. */
  isSure: boolean
  /** Other values of its kind that nothing takes back, in the order of the text. */
  rivals: readonly Value[]
}

const isSameValue = (a: Read<unknown>, b: Read<unknown>): boolean =>
  JSON.stringify(a.value).toLowerCase() === JSON.stringify(b.value).toLowerCase()

/**
 * Which of several values of one kind holds, and whether it can be believed. The first does, unless a correction stands between it and the
 * next, or the first is what something was changed from. Where another one is left beside it (`10 am or 2 pm`, `8 units with breakfast, 10
 * with lunch`), or the words doubt it (`maybe`, `I think`, `I'm not sure`), nobody can tell which is meant: it is not sure.
 * @param said in the order of the text
 * @param isSame whether two values mean the same; by default, whether they are equal, ignoring case
 * @param linked the text without what is said beside values of this kind: the time in `from Monday at 10 to Friday at 9`
 */
export function weighed<Value extends Read<unknown>>(
  text: string,
  said: readonly Value[],
  isSame: (a: Value, b: Value) => boolean = isSameValue,
  linked: string = text,
): Weighed<Value> | null {
  const { value, left } = standing(text, said, linked)
  if (value === null) return null
  const rivals = left.filter((other) => other !== value && !isSame(other, value))
  return { value, isSure: rivals.length === 0 && !isDoubted(text, value), rivals }
}

/** The value that `weighed` holds, however sure. */
export const holding = <Value extends Read<unknown>>(
  text: string,
  said: readonly Value[],
  linked: string = text,
): Value | null => standing(text, said, linked).value

/** The value that holds, and all that nothing takes back. */
function standing<Value extends Read<unknown>>(
  text: string,
  said: readonly Value[],
  linked: string,
): { value: Value | null; left: readonly Value[] } {
  const valid = said.filter(({ at }) => !isDenied(text, at))
  const marks = valid.length > 1 ? correctionsIn(text) : []
  const takesBack = (from: Value, to: Value): boolean => {
    const end = from.at + from.words.length
    return marks.some((mark) => mark >= end - 1 && mark < to.at) || isChangedTo(linked, from, to)
  }
  let value: Value | null = null
  const left: Value[] = []
  for (const next of valid) {
    const last = left.at(-1)
    if (last && takesBack(last, next)) left.pop()
    left.push(next)
    if (value === null || takesBack(value, next)) value = next
  }
  return { value, left }
}

/** How what stands between them ends, where it says so. */
const LEADS_TO_NEW = /$(?<=\b(?:to|until)(?: +(?:at|the|on|a))* +)/i
/** More than such words reach, with what was taken out between them. */
const LEAD_REACH = 150

/** Whether a text says that the first was changed to the second: `from 300 mg to 600 mg`, `10 mg, but now increased to 20 mg`. */
export function isChangedTo(text: string, from: Read<unknown>, to: Read<unknown>): boolean {
  const begin = from.at + from.words.length
  if (!LEADS_TO_NEW.test(text.slice(Math.max(begin, to.at - LEAD_REACH), to.at))) return false
  const between = text.slice(begin, to.at).replace(/ {2,}/g, ' ')
  if (CHANGED.test(between)) return true
  if (!/^,? (?:\p{L}+ ){0,2}(?:to|until) (?:at |the |on |a )*$/iu.test(between)) return false
  return CHANGE.test(textBefore(text, from.at))
}
