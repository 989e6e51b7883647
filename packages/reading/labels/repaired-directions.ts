import type { Rewritten } from '../words/rewritten.ts'
import { CUES } from './cues.ts'
import { withSpaces } from './lost-spaces.ts'

/**
 * Specks next to a number, and numbers that ran into what follows: `6& hours`, `1bd`, `28 hourly` for two every eight
 * hours.
 */
const RUN_INTO: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d)[&{}|<>*~]+(?=\s|$)|(?<=^|\s)[&{}|<>*~]+(?=\d)/g, ''],
  [/(?<=^\d{1,2})(?=(?:bd|tds|qid|bid|tid|mane|nocte|prn|daily|tab|cap|[qg]\d)\w{0,5}\b)/i, ' '],
  [/(?<=every [1-9]) (?=1?\d hours\b)/gi, ' to '],
  [/(?<=\d )(?:1[uo]|t0|[il][uo])(?= \d)/gi, 'to'],
  [/^[lI|](?=\s(?:[qgbt]\S{1,4}|prn|mane|nocte|om|on|po|daily|at|every|tab|cap|\d{1,2}\s?hourly)(?:\s|$))/, '1'],
  [/(?<=^[12])(?=(?:[468]|12)\s?hourly\b)(?<!2(?=4))/i, ' '],
]

/** Misread shorthand, where nothing else makes sense after a dose; the user is asked. */
const MISREAD: readonly (readonly [RegExp, string])[] = [
  [/(?<![a-z])g(?=\d{1,2}(?:-\d{1,2})?h\b)/gi, 'q'],
  [/(?<=\dh )p(?:m|rm)\b/gi, 'prn'],
  [/\b(?:gid|qld|q1d)\b/gi, 'qid'],
  // `1 TABLE TAS NEEDED`: the end of a word moved to the next.
  [/\btas(?= (?:needed|required|necessary|directed|instructed|prescribed|advised)\b)/gi, 'as'],
  [/\b(?:tas|tcls|tos)\b/gi, 'tds'],
  [/\b(?:bcl|b0|bci)\b/gi, 'bd'],
  [/\b(?:rnane|mano)\b/gi, 'mane'],
  [/\b(?:nocle|nocie|noete|nucte)\b/gi, 'nocte'],
]
const NAMES_A_TIME = /\bat\b|\d\s?am\b|\d[:.]\d|\band\b|\bto\b/i

/** `7arn, 1prn`: in a list of times. */
const TIMES: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d)arn(?![a-z])/gi, 'am'],
  [/(?<=(?:\bat|\band|[,&/-])\s?\d{1,2})prn(?![a-z]|\s+(?:for|if|when|max|as)\b)/gi, 'pm'],
]
const ANY_TIME = /\d[ap]rn/i
/** Beginnings of directions, cut off at the edge of the picture: `AKE ONE`, `nhale 2`. */
const AT_EDGE: readonly (readonly [RegExp, string])[] = [
  ...['take', 'give', 'inhale', 'insert', 'instil', 'inject', 'apply', 'swallow', 'dissolve'].map(
    (verb) => [new RegExp(`^${verb.slice(1)}(?= (?:\\d|½|one|two|three|four|half|an?|the|to)\\b)`, 'i'), verb] as const,
  ),
  [/^(?:a )?ke(?= (?:\d|½|one|two|three|four|half|an?)\b)/i, 'take'],
  [/(?<=\ba )da(?=$| )/i, 'day'],
]
/** Most directions match none of them. */
const BEGINS_AT_EDGE = /^(?:(?:a ?)?ke|ive|n[hsj]|pp|wal|iss)|\ba da(?:$| )/i

/**
 * Ends and beginnings of lines that the curve of a bottle hides, where nothing else makes sense: `BY MO`, `AS NE`, `AS`
 * above `FOR PAIN`.
 */
const AT_END: readonly (readonly [RegExp, string])[] = [
  [/\bby mouth ?e(?=\s+(?:morning|evening|night|day)\b)/gi, 'by mouth every'],
  [
    /(?<=\b(?:tab(?:let)?s?|cap(?:sule)?s?|ml|drops?|one|\d) )(?!by mouth(?![a-z]))by ?m(?:outhe?|out?|o[il]?)?(?=\s+(?:every|morning|evening|night|once|twice|\w+ times|daily|at|in|with|for|as|when|noon|and|bedtime)\b|$)/gi,
    'by mouth',
  ],
  [/(?<=\b(?:tab(?:let)?s?|cap(?:sule)?s?|ml|drops?) by )o?uth(?=\s|$)/gi, 'mouth'],
  [/\bat ?bed(?!time|side|room)\p{L}{0,4}(?=\s|$)/giu, 'at bedtime'],
  [/(?<=\b(?:hours|daily|day|times) )as (?:ne|nee|need|neede|re|req|requ|requi|requir|require)(?=\s|$)/gi, 'as needed'],
  [/(?<=\b(?:hours|daily|day|times) )as[a-z]?(?= for\b)/gi, 'as needed'],
]

/** Longer texts are not shorthand. */
const SHORT = 40

/**
 * Returns directions with a misread shorthand repaired. Only prescribers' shorthand: plain words are repaired by the
 * reader of directions.
 */
export function repairedDirections(printed: string): Rewritten {
  const letters = withSpaces(printed)
  const times = ANY_TIME.test(printed) && CUES.listsTimes.test(printed) ? written(letters, TIMES) : letters
  const whole = BEGINS_AT_EDGE.test(printed) ? written(times, AT_EDGE) : times
  const apart = written(written(whole, AT_END), RUN_INTO)
  if (apart.text.length > SHORT) return apart
  const known = written(apart, MISREAD)
  return NAMES_A_TIME.test(known.text) ? known : known.replace(CUES.runTogether, ' prn')
}

const written = (text: Rewritten, all: readonly (readonly [RegExp, string])[]): Rewritten =>
  all.reduce((said, [pattern, right]) => said.replace(pattern, right), text)
