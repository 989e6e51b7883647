import { correctionsIn, isChangedTo } from '../words/corrections.ts'
import { matchesIn, textAfter } from '../words/near.ts'
import { type AskAbout, type Read, without } from '../words/read.ts'
import { CUES } from './cues.ts'
import { namesIn } from './medicine-name.ts'
import { isUnknownName } from './name-words.ts'
import { isNotTaken, notTakenFrom } from './not-taken.ts'

/** The part of a text that is about one medication. */
export interface OneMedicine {
  /** The text without the others; everything else keeps its position. */
  text: string
  asks: AskAbout[]
}

type Name = Read<string>

const endOf = ({ at, words }: Read<unknown>): number => at + words.length
const isSame = (a: Name, b: Name): boolean => a.value.toLowerCase() === b.value.toLowerCase()

/**
 * Returns what a text says about the medication to add: without one that is stopped or replaced, and without a second
 * one. Their amounts and times do not belong to the first, and a form has one medication: what is left out is asked
 * about.
 * @param text plain (`plainText`)
 */
export function ofOneMedicine(text: string): OneMedicine {
  const names = namesIn(text)
  const stopped = withoutStopped(text, names)
  const rest = stopped.names.length === 0 ? names : namesIn(stopped.text)
  const second = secondOf(stopped.text, rest)
  if (second === null) {
    const [first] = stopped.names
    const isLeft = first === undefined || rest.length > 0
    return isLeft ? { text: stopped.text, asks: [] } : { text: stopped.text, asks: [stoppedAsk(first)] }
  }
  return {
    text: stopped.text.slice(0, second.from).padEnd(text.length),
    asks: [
      {
        text: 'A second medicine was said: “…”. It is not in this form; is it to be added by itself?',
        about: [second.name],
      },
    ],
  }
}

const stoppedAsk = (name: Name): AskAbout => ({
  text: '“…” is not taken any more, as it was said. Which medicine is to be added?',
  about: [name],
})

const AMOUNT_AFTER = /^ \d[\d.,]* ?(?:mg|mcg|g|ml|milli\w+|micro\w+|grams?|units?|tablets?|capsules?|puffs?)\b/i

/** Removes every medication that is no longer taken, with what is said about it. */
function withoutStopped(text: string, names: readonly Name[]): { text: string; names: Name[] } {
  const isStopped = (name: Name): boolean => isNotTaken(text, name.at, endOf(name))
  const taken = names.filter((name) => !isStopped(name))
  // A medication that is also taken is only partly stopped: `aspirin daily, stop aspirin before surgery`.
  const stopped = names.filter((name) => isStopped(name) && !taken.some((other) => isSame(other, name)))
  const rest = stopped.reduce((left, name) => {
    const from = notTakenFrom(text, name.at)
    const next = taken.find(({ at }) => at > name.at)
    const before = taken.find(({ at }) => at < name.at)
    const to = next ? turnBefore(text, name, next.at) : before ? amountEnd(text, before, name) : turnAfter(text, name)
    return without(left, { value: null, words: text.slice(from, to), at: from })
  }, text)
  return { text: rest, names: stopped }
}

/** Returns where, before the next medication, the words about it begin. */
function turnBefore(text: string, name: Name, next: number): number {
  const turns = matchesIn(text.slice(endOf(name), next), CUES.turn)
  const last = turns.at(-1)
  return last ? endOf(name) + last.index : next
}

/** An unknown medication is recognised only by the words that turn to it. */
function turnAfter(text: string, name: Name): number {
  const [first] = matchesIn(text.slice(endOf(name)), CUES.turn)
  return first ? endOf(name) + first.index : text.length
}

/**
 * `candesartan 8 mg instead of ramipril 5 mg`; the last amount in `candesartan not ramipril 8 mg` is the first one's.
 */
function amountEnd(text: string, taken: Name, name: Name): number {
  const isMeasured = /\d/.test(text.slice(0, taken.at)) || /\d/.test(text.slice(endOf(taken), name.at))
  const amount = isMeasured ? AMOUNT_AFTER.exec(textAfter(text, endOf(name))) : null
  return endOf(name) + (amount?.[0].length ?? 0)
}

const WITH = /\bwith(?: (?:the|my|a|an|any|some|your|taking))* $/i
const AND = /\b(?:and|also|plus|then|as well as)\b/gi

/** Kinds of medication that people mention in addition to a named one. */
const CLASS = `(?:statin|antibiotic|blood thinner|blood pressure (?:tablet|pill)|water (?:tablet|pill)|fluid (?:tablet|pill)|sleeping (?:tablet|pill)|painkiller|antihistamine|antidepressant|steroid|laxative|diuretic|beta ?blocker|multivitamin|vitamin|probiotic)s?`
const CLASSES = new RegExp(
  String.raw`\b(?:and|also|plus|then)(?: (?:i|take|have|also|then))* (?:(?:a|an|the|my|another|1) )?(?:small |little )?(?<name>${CLASS})(?= )`,
  'giu',
)

interface Second {
  name: Name
  /** Where the text about it begins. */
  from: number
}

/**
 * Returns the second medication with its own values; a name alone may be another name of the first, or something it
 * must not be taken with.
 */
function secondOf(text: string, names: readonly Name[]): Second | null {
  const [first] = names
  if (!first || !CUES.value.test(text)) return null
  const marks = correctionsIn(text)
  const isCorrected = (at: number): boolean => marks.some((mark) => mark > first.at && mark < at)
  const known = names.slice(1).flatMap((name): Second[] => {
    const from = joinOf(text, first, name)
    return from === null || isSame(first, name) || isChangedTo(text, first, name) ? [] : [{ name, from }]
  })
  const others = [...matchesIn(text, CLASSES), ...matchesIn(text, CUES.unknown)].flatMap(
    ({ 0: words, index, groups: { name = '' } = {} }): Second[] => {
      const at = index + words.length - name.length
      const isName = new RegExp(`^${CLASS}$`, 'iu').test(name) || isUnknownName(name)
      const isSecond = isName && index > endOf(first) && !names.some((other) => other.at === at)
      const isOwn = isSecond && hasValues(text, first, index, at + name.length)
      return isOwn ? [{ name: { value: name, words: name, at }, from: index }] : []
    },
  )
  const seconds = [...known, ...others].filter(({ from }) => !isCorrected(from)).sort((a, b) => a.from - b.from)
  return seconds[0] ?? null
}

/** Returns whether something is said about the first before one position, and something after another. */
const hasValues = (text: string, first: Name, from: number, end: number): boolean =>
  CUES.value.test(text.slice(0, first.at) + text.slice(endOf(first), from)) && CUES.value.test(text.slice(end))

/** Returns where the words that join a medication to the first one begin; null where there are none. */
function joinOf(text: string, first: Name, name: Name): number | null {
  if (name.at <= endOf(first)) return null
  const between = text.slice(endOf(first), name.at)
  const isMeasured = CUES.strengthNext.test(textAfter(text, endOf(name)))
  if (CUES.beside.test(between)) return null
  const isWith = WITH.test(between)
  if (isWith && !isMeasured) return null
  const join = CUES.joins.exec(between.slice(-80))
  const link = isWith ? WITH.exec(between) : null
  const last = join === null ? undefined : matchesIn(join[0], AND).at(-1)
  const joined = join === null ? 0 : join[0].length - (last?.index ?? 0)
  const length = link ? link[0].length : joined
  if (length === 0 && !isMeasured) return null
  const from = name.at - length
  const isOwn =
    length > 0
      ? hasValues(text, first, from, endOf(name)) || hasOwnBefore(text, first, from, name)
      : CUES.value.test(between)
  return isOwn ? from : null
}

/** `25 mg of metoprolol and 3 mg of warfarin`. */
const hasOwnBefore = (text: string, first: Name, from: number, name: Name): boolean =>
  CUES.value.test(text.slice(0, first.at) + text.slice(endOf(first), from)) && /\d/.test(text.slice(from, name.at))
