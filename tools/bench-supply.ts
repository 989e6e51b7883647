/**
 * `npm run bench:supply`: how long the device computes to say when 500 medicines run out, each a taper of several steps
 * with amounts by time or by day and pauses, walked over the whole year ahead. In wall time and in processor time (wall
 * time grows on a busy machine), compared with one look at every date of every medicine (`raw`). Every round has its own
 * plans. The answers are compared with an independent reading of the plans (`domain/testing/plan-oracle.ts`).
 *
 *   npm run bench:supply                        500 medicines
 *   npm run bench:supply -- --medicines 100     that many
 */
import { parseArgs } from 'node:util'
import { type Amount, type Fraction, fractionOf } from '#domain/lib/amount.ts'
import { negative, plus } from '#domain/lib/fractions.ts'
import { addDays, type LocalDate, localTimeOf } from '#domain/lib/local-time.ts'
import type { DoseAmounts } from '#domain/schedule/amounts.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import type { Step } from '#domain/schedule/schedule.ts'
import { runOutOf } from '#domain/supply/run-out.ts'
import { oracleDoses } from '#domain/testing/plan-oracle.ts'

const ZONE = 'Australia/Sydney'
const ROUNDS = 30
const BUDGET_MS = 50
/** What the oracle checks takes minutes for all. */
const CHECKED = 25
const DAYS_AHEAD = 366
const TODAY = '2026-11-20' as LocalDate

const { values } = parseArgs({ options: { medicines: { type: 'string', default: '500' } } })
const count = Number(values.medicines)

const below = (end: number): number => Math.floor(Math.random() * end)

/** One to three times a day, in quarters of an hour. */
const timesOf = () =>
  [...new Set(Array.from({ length: 1 + below(3) }, () => below(96)))]
    .sort((a, b) => a - b)
    .map((n) => localTimeOf(n * 15))

const AMOUNTS = ['1', '2', '0.5', '1.5', '1/3', '0.25'] as Amount[]
const anyAmount = (): Amount => AMOUNTS[below(AMOUNTS.length)] as Amount

function amountsOf(times: readonly string[], kind: number): DoseAmounts {
  const amounts = { unit: 'tablet', each: anyAmount() }
  if (kind === 0) return amounts
  if (kind === 1) return { ...amounts, byTime: Object.fromEntries(times.map((time) => [time, anyAmount()])) }
  return { ...amounts, byDay: { anchorDate: TODAY, amounts: [anyAmount(), anyAmount(), '0' as Amount, anyAmount()] } }
}

const SCHEDULES: readonly (() => Step['schedule'])[] = [
  () => ({ kind: 'daily' }),
  () => ({ kind: 'weekdays', days: [1, 3, 5, 6] }),
  () => ({ kind: 'interval', everyDays: 2, anchorDate: TODAY }),
  () => ({ kind: 'cycle', daysOn: 21, daysOff: 7, anchorDate: TODAY }),
]

/** Two to seven steps of one to eight weeks, the last one without an end, with one or two pauses. */
function taper(): Plan {
  const steps = Array.from({ length: 2 + below(6) }, (): Step => {
    const reminderTimes = timesOf()
    const schedule = (SCHEDULES[below(SCHEDULES.length)] as () => Step['schedule'])()
    return { days: 7 + below(50), schedule, reminderTimes, amounts: amountsOf(reminderTimes, below(3)) }
  })
  return {
    schedule: {
      kind: 'phases',
      steps: steps.map((step, index) => ({ ...step, days: index === steps.length - 1 ? null : step.days })),
    },
    reminderTimes: [],
    startDate: addDays(TODAY, -below(60)),
    endDate: null,
    pauses: Array.from({ length: 1 + below(2) }, (_, nth) => {
      const from = addDays(TODAY, 30 + nth * 90 + below(60))
      return { from, to: addDays(from, 1 + below(14)) }
    }),
  }
}

/** More than anyone takes in a year, so that every date is walked; every fifth runs out before. */
const onHandOf = (index: number): Amount => (index % 5 === 0 ? String(50 + below(300)) : '10000') as Amount

/** Returns the date by the text alone, dose by dose in exact fractions. */
function slowly(plan: Plan, onHand: Amount): string | null {
  let left: Fraction = fractionOf(onHand)
  for (const { label, amount } of oracleDoses(plan, TODAY, addDays(TODAY, DAYS_AHEAD), ZONE)) {
    if (amount !== null) left = plus(left, negative(fractionOf(amount)))
    if (left.above < 0n) return label.slice(0, 10)
  }
  return null
}

/** Runs `work` and returns the wall time and processor time it takes. */
function timed(work: () => void): { ms: number; processor: number } {
  const before = process.threadCpuUsage()
  const start = performance.now()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return { ms: performance.now() - start, processor: (user + system) / 1000 }
}

const taken: number[] = []
const processor: number[] = []
const raw: number[] = []
let runOut = 0
let wrong = 0
for (let round = 0; round < ROUNDS; round += 1) {
  const all = Array.from({ length: count }, (_, index) => ({ plan: taper(), onHand: onHandOf(index) }))
  const found: (string | null)[] = []
  const run = timed(() => {
    for (const { plan, onHand } of all) found.push(runOutOf({ plan, zone: ZONE, onHand, today: TODAY })?.on ?? null)
  })
  taken.push(run.ms)
  processor.push(run.processor)
  raw.push(
    timed(() => {
      for (let index = 0; index < count; index += 1) for (let day = 0; day <= DAYS_AHEAD; day += 1) addDays(TODAY, day)
    }).ms,
  )
  runOut = found.filter((date) => date !== null).length
  const isChecked = (index: number) => round === 0 || index < CHECKED
  wrong += all.filter(({ plan, onHand }, index) => isChecked(index) && slowly(plan, onHand) !== found[index]).length
}

const figure = (ms: number | undefined): string => `${(ms ?? Number.NaN).toFixed(1)} ms`
const [first] = taken
const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
const median = (numbers: number[]) => inOrder(numbers)[Math.floor(numbers.length / 2)]
const p95 = inOrder(taken)[Math.ceil(ROUNDS * 0.95) - 1]
console.log(`${count} medicines, of which ${runOut} run out within the year, ${ROUNDS} rounds, ${wrong} wrong`)
console.log(
  `supply: p50 ${figure(median(taken))}, p95 ${figure(p95)}, the first ${figure(first)}, processor time p50 ${figure(median(processor))}; raw p50 ${figure(median(raw))}`,
)
console.log(`target: under ${BUDGET_MS} ms: ${(median(taken) ?? 0) < BUDGET_MS ? 'met' : 'missed'}`)
process.exitCode = wrong > 0 ? 1 : 0
