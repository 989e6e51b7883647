import { CUES } from './cues.ts'
import type { Findings } from './findings.ts'
import { type Line, rule, withNext } from './line.ts'
import type { Route } from './values.ts'

const SIDES = '(?:(?:a|every|side|\\?|and|or|to) ){0,4}'

const RULES: readonly (readonly [RegExp, Route, ('guess' | 'sure')?])[] = [
  [rule('(?:by |every ){1,3}mouth(?: route)?|mouth route'), 'oral'],
  [rule('in mouth'), 'oral', 'guess'],
  [rule('(?:under|r:sublingual) (?:a )?tongue'), 'sublingual'],
  [rule('(?:in|by) (?:a )?cheek'), 'buccal'],
  [rule('under (?:a )?skin'), 'subcutaneous'],
  [rule(`(?:in|to|on|every) ${SIDES}eye|eye(?= u:drop)`), 'ophthalmic'],
  [rule('side eye'), 'ophthalmic', 'guess'],
  [rule('side ear'), 'otic', 'guess'],
  [rule('side nose'), 'nasal', 'guess'],
  [rule(`(?:in|to|on|every) ${SIDES}ear|ear(?= u:drop)`), 'otic'],
  [rule(`(?:in|to|on|up|every) ${SIDES}nose|nose(?= u:spray)`), 'nasal'],
  [rule(`(?:on|to|in|over) ${SIDES}(?:skin|area)`), 'topical'],
  [rule('in (?:a )?muscle'), 'intramuscular'],
  [rule('in (?:a )?vein'), 'intravenous'],
  [rule('(?:by|in) (?:a )?(?:\\? )?tube'), 'enteral'],
  [rule('(?:in|by|every) (?:a )?rectum'), 'rectal'],
  [rule('(?:in|by|every) (?:a )?vagina'), 'vaginal'],
]
const NAMED = rule('(?:by |in |every )?(?:by )?r:(?<route>[a-z]+)(?: route)?')
const INHALING = rule('(?:by )?(?<!# )u:inhalation(?: route)?')
/** The most letters between a verb and the place of application. */
const REACH = 90
const INHALE = /(?<![^ ])v:inhale(?![^ ])/dg

const USE = rule('v:use')
/** Verbs for other routes. */
const NO_SKIN = /^(?:in[js]|mix|wash|sprinkl|stick|chang|wear)/i

/** Reads the route. A verb alone gives it only for inhaling, and as a guess. */
export function readRoutes(line: Line, findings: Findings): void {
  for (const [pattern, route, confidence] of RULES)
    line.take(pattern, (found) => findings.routes.push({ found, route, isGuess: confidence === 'guess' }))
  line.take(NAMED, (found) => findings.routes.push({ found, route: found.word('route') as Route, isGuess: false }))
  line.take(INHALING, (found) => findings.routes.push({ found, route: 'inhalation', isGuess: false }))
  if (findings.routes.length === 0)
    line.take(USE, (found) => {
      const where = NO_SKIN.test(found.words) ? null : CUES.spread.exec(line.after(found).slice(0, REACH))
      if (where)
        findings.routes.push({
          found: withNext(found, where[0]),
          route: 'topical',
          isGuess: true,
        })
      return false
    })
  line.take(INHALE, (found) => {
    findings.routes.unshift({ found, route: 'inhalation', isGuess: true })
    return false
  })
}
