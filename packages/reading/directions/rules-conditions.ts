import complaints from '../vocabulary/complaints.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'
import { CUES } from './cues.ts'
import type { Findings } from './findings.ts'
import { type Line, rule, withNext } from './line.ts'

/** The most letters of a clause. */
const CLAUSE = 80
/** `may repeat after 5 minutes if needed` is about the next dose, not about the first. */
const REPEAT = rule(
  'repeat(?: (?:a|u:dose|after|in|every|at|by|up|to|x|#|time|minute|hour|day|if|as|when|it|is|\\?|need)){1,10}',
)
const NEEDED = rule('(?:only )?(?:as|when|if|where)(?: (?:it|is|be|as|a|no|\\?)){0,3} need(?: it| as need| be)?')
const ONLY = /\bonly\s{1,9}$/i
const IF = rule('if')
const WHEN = rule('at|on|as|when')
const COMPLAINT = `(?:${alternatives(complaints.onsets.words).replaceAll(' ', '\\s+')})`
/** `at the onset of migraine`, `as soon as symptoms appear`, `when the pain is bad`. */
const GONE = String.raw`(?![\p{L}]|[\s-]+free\b|\s+(?:settles?|goes|has|stops?|eases?|resolves?|subsides?|improves?|relief)\b)`
/** By its first word. */
const COMES_ON: Record<string, RegExp> = {
  at: new RegExp(
    String.raw`^\s+(?:the\s+)?(?:very\s+)?(?:first\s+|earliest\s+)?(?:(?:onset|signs?|symptoms?)\s+of\s+(?:an?\s+|the\s+|your\s+)?\p{L}+|start\s+of\s+(?:an?\s+|the\s+|your\s+)?${COMPLAINT})${GONE}`,
    'iu',
  ),
  as: new RegExp(String.raw`^\s+soon\s+as\s+(?:\p{L}+\s+){0,3}?${COMPLAINT}(?:\s+\p{L}+)?${GONE}`, 'iu'),
  when: new RegExp(
    String.raw`^\s+(?:the\s+|your\s+|you\s+have\s+|there\s+is\s+|in\s+)?(?:severe\s+|bad\s+)?${COMPLAINT}(?:\s+(?:is|are|gets?|becomes?|starts?|begins?|comes?|occurs?|appears?)\b(?:\s+(?:bad|severe|worse|on))?)?${GONE}`,
    'iu',
  ),
}
const DIRECTED = rule('(?:as|in|by|\\?) (?:(?:it|is|be|at|a|\\?) ){0,2}direct(?: by \\?)?')
/** What `x1` counts doses of. */
const COUNTS = /\b(?:tab|cap|puff|drop|dose|po|pr|iv|im|sc|stat|mouth|orally)\p{L}*[\s,]*$/iu
/** Not the beginning of a `once a week` whose end could not be read; `x1` next to a strength counts tablets. */
const SINGLE = rule(
  'stat|(?<n>#) time(?: only)?(?! (?:a|every|in|/|it|\\?))|x (?<x>#)|(?:(?:as|at) )?(?:(?:#|a) )?single u:dose(?: only)?',
)
const THEN = rule('next')

/** Only when needed, as directed, once only, and "then". */
export function readConditions(line: Line, findings: Findings): void {
  line.take(REPEAT, () => true)
  line.take(NEEDED, (found) => findings.needed.push(found))
  line.take(IF, (found) => {
    const before = line.before(found).slice(-CLAUSE)
    const isCondition = CUES.notEnough.test(line.after(found).slice(0, CLAUSE)) || ONLY.test(before)
    return isCondition && !CUES.ofOthers.test(before) && findings.conditions.push(found)
  })
  line.take(WHEN, (found) => {
    const said = found.words.toLowerCase()
    const comes = COMES_ON[said === 'on' ? 'at' : said]?.exec(line.after(found).slice(0, CLAUSE))
    if (!comes || CUES.ofOthers.test(line.before(found).slice(-CLAUSE))) return false
    return findings.conditions.push(withNext(found, comes[0]))
  })
  line.take(DIRECTED, (found) => findings.directed.push(found))
}

/** Reads a single dose, and the word that begins another phase: last, after every frequency has been taken. */
export function readRest(line: Line, findings: Findings): void {
  line.take(SINGLE, (found) => {
    const times = found.amount('n') ?? found.amount('x')
    if (times !== undefined && times.value !== 1) return false
    if (found.word('x') && !COUNTS.test(line.before(found))) return false
    return findings.single.push(found)
  })
  line.take(THEN, (found) => findings.changes.push(found))
}
