import type { Collector, Context } from './collect.ts'
import type { Findings } from './findings.ts'

/** Sets conditions, food, route, course and the maximum per day. */
export function setRest({ findings, collector }: Context): void {
  const [needed] = findings.needed
  const [condition] = findings.conditions
  if (needed) collector.set('asNeeded', true, needed)
  else if (condition) collector.set('asNeeded', true, condition, true)
  const [directed] = findings.directed
  if (directed) collector.set('asDirected', true, directed)
  const [food] = findings.foods
  if (food) {
    collector.set('withFood', food.food, food.found, food.isGuess)
    const other = findings.foods.find((one) => one.food !== food.food && one.food !== 'empty')
    if (other) collector.ask('ambiguous', 'withFood', other.found)
  }
  setRoute(findings, collector)
  const [duration] = findings.durations
  if (duration) {
    collector.set('durationDays', duration.days, duration.found, duration.isGuess || findings.durations.length > 1)
    if (duration.max !== undefined) collector.set('durationDaysMax', duration.max, duration.found, duration.isGuess)
  }
  const [limit] = findings.limits
  if (limit) {
    collector.set('maxPerDay', limit.value, limit.found, limit.isGuess)
    if (limit.unit) collector.set('maxUnit', limit.unit, limit.found, limit.isGuess)
  }
}

/** Puffs by mouth are inhaled; drops with `OD` next to a frequency go into the right eye. */
function setRoute(findings: Findings, collector: Collector): void {
  const [first, second] = findings.routes
  if (first === undefined) {
    const isDrop = findings.doses.some(({ unit }) => unit === 'drop')
    const eye = findings.frequencies.find(({ found }) => /^o\.?d\.?$/i.test(found.words))
    if (isDrop && eye && findings.frequencies.length > 1) collector.set('route', 'ophthalmic', eye.found)
    return
  }
  const isInhaled = first.route === 'oral' && findings.routes.some(({ route }) => route === 'inhalation')
  const chosen = isInhaled ? (findings.routes.find(({ route }) => route === 'inhalation') ?? first) : first
  collector.set(
    'route',
    chosen.route,
    chosen.found,
    chosen.isGuess || (second !== undefined && second.route !== chosen.route && !isInhaled),
  )
}
