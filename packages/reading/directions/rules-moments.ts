import type { Findings } from './findings.ts'
import { type Found, type Line, rule } from './line.ts'
import type { DayPart, Food } from './values.ts'

/** How long before or after it; not the end of `every 4 hours after food`, nor of `every 6 to 8 hours with food`. */
const LAG = '(?:(?:at least )?(?<!every )# (?:hour|minute)(?: or more)? (?=(?:(?:and|or) )?(?:before|after) ))?'
const HOW = 'before|after|with|without|during|at'
const FOOD = rule(
  `${LAG}(?<how>${HOW})(?: or (?:\\? )?(?<or>before|after|with|without))?(?: (?:a|(?<every>every)|full|to|\\?)){0,2} (?<what>food|meals?)`,
)
/** `an hour before or two hours after food`: on an empty stomach. */
const APART_FROM_FOOD = rule(
  `${LAG}before(?: (?:a|every|food|meals?)){0,2} or (?:at least )?# hour(?: or more)? after(?: (?:a|every))? (?:food|meals?)`,
)
const STOMACH = rule('(?<not>not (?:[^ .]+ ){0,5}?)?(?:on|with) (?:a )?(?<state>empty|full) stomach')
/** `with breakfast and dinner`, `after the evening meal`. */
const MEALS = rule(
  `${LAG}(?:(?<and>and) |(?<or>or) )?(?<how>${HOW})(?: (?:a|every|to)){0,2} (?<meals>b:[a-z]+(?: (?:and |or )?b:[a-z]+){0,3}(?: meals?)?|w:[a-z]+(?: (?:and |or )?w:[a-z]+){0,2} meals?)`,
)
/** What it is swallowed with or stirred into is neither food nor a dose. */
const WATER = rule('(?:with|in)(?: (?:a|\\?|full|water|#|[um]:[a-z]+|/)){0,5} water')
const MEAL_ALONE = rule('(?:(?<and>and) |(?<or>or) )?(?:every |in )?(?<meal>b:[a-z]+)(?: time| meal)?')

const FOOD_OF: Record<string, Food> = {
  before: 'before',
  after: 'after',
  with: 'with',
  during: 'with',
  at: 'with',
}

/** Reads food, and the parts of the day given by meals. */
export function readFood(line: Line, findings: Findings): void {
  line.take(APART_FROM_FOOD, (found) => findings.foods.push({ found, food: 'empty', isGuess: true }))
  line.take(FOOD, (found) => {
    const how = found.word('how') ?? ''
    const or = found.word('or')
    if (or === 'without' || how === 'without') {
      if (or === undefined) findings.foods.push({ found, food: 'empty', isGuess: true })
      return
    }
    const food = FOOD_OF[how]
    // `before or after food` chooses neither; `with or after food` is the usual wording for "not without".
    if (or !== undefined && how === 'before') return
    if (found.word('what') === 'meals' || (found.word('what') === 'meal' && found.word('every')))
      findings.everyMeal.push(found)
    if (food === undefined) return
    findings.foods.push({ found, food, isGuess: how === 'at' })
  })
  line.take(STOMACH, (found) => {
    const isEmpty = found.word('state') === 'empty'
    const isNot = found.word('not') !== undefined
    findings.foods.push({ found, food: isEmpty !== isNot ? 'empty' : 'with', isGuess: isNot })
  })
  line.take(MEALS, (found) => {
    const how = found.word('how') ?? ''
    const food = FOOD_OF[how]
    const meals = found.word('meals') ?? ''
    if (food !== undefined && how !== 'at') findings.foods.push({ found, food, isGuess: false })
    for (const [, or, kind, part] of meals.matchAll(/(or )?([bw]):([a-z]+)/g))
      findings.moments.push({
        found,
        part: part as DayPart,
        clock: null,
        isMeal: kind === 'b',
        ...linkOf(found, or),
      })
  })
  line.take(WATER, () => true)
}

const MOMENT = rule(
  `${LAG}(?:(?<and>and) |(?<or>or) |(?<for>for) )?(?:(?:every|at|in|on|before|by|a|to|up|when|is|it|be|v:[a-z]+) ){0,4}(?<when>w:[a-z]+)(?: time)?`,
)
const CLOCK = rule('(?:(?<and>and) |(?<or>or) )?(?:at |every day at )?(?<time>~t)')

/** Reads parts of the day and clock times. */
export function readMoments(line: Line, findings: Findings): void {
  line.take(MOMENT, (found) => {
    const part = found.word('when')?.slice(2)
    // `for night cramps` is the reason, not the time.
    if (found.word('for') !== undefined) return false
    if (part === 'awake' && !/\bon /i.test(found.words)) return false
    findings.moments.push({
      found,
      part: part === 'awake' ? 'morning' : (part as DayPart),
      clock: null,
      isMeal: false,
      ...linkOf(found),
    })
    return true
  })
  line.take(MEAL_ALONE, (found) =>
    findings.moments.push({
      found,
      part: found.word('meal')?.slice(2) as DayPart,
      clock: null,
      isMeal: true,
      ...linkOf(found),
    }),
  )
  line.take(CLOCK, (found) => {
    const clock = found.clock('time')
    if (clock === undefined) return false
    return findings.moments.push({
      found,
      part: null,
      clock,
      isMeal: false,
      ...linkOf(found),
    })
  })
}

/** Returns whether it is one of several choices, or an additional one. */
const linkOf = (found: Found, or = found.word('or')): { isOr: boolean; isAnd: boolean } => ({
  isOr: or !== undefined || found.word('or') !== undefined,
  isAnd: found.word('and') !== undefined,
})
