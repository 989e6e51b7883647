/**
 * `npm run bench:insights`: how long the device computes for /insights over 20,000 logged doses, in wall time and in
 * processor time (wall time grows on a busy machine), compared with one pass over the same rows (`raw`). Every round
 * has its own records.
 *
 *   npm run bench:insights                   20,000 doses within the displayed year
 *   npm run bench:insights -- --doses 5000   that many
 */
import { parseArgs } from 'node:util'
import { insightsOf, insightsRange } from '#domain/insights/insights.ts'
import { type DeviceId, type DoseEventId, type MedicationId, newId } from '#domain/lib/ids.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { addDays, daysBetween, localTimeOf, MINUTE } from '#domain/lib/local-time.ts'
import { instantAt, localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'

const ZONE = 'Australia/Sydney'
const ROUNDS = 30
const BUDGET_MS = 50
const MEDICATIONS = 14
const NOW = Date.parse('2026-11-20T09:00:00Z')

const { values } = parseArgs({ options: { doses: { type: 'string', default: '20000' } } })
const count = Number(values.doses)
const today = localAt(NOW, ZONE).date
const { from } = insightsRange(today)
const perDay = Math.ceil(count / (daysBetween(from, today) + 1) / MEDICATIONS)

const source = {
  now: () => NOW,
  randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
}

/** Fourteen medications, each a number of times a day, that began before the year. */
function medications(): Medication[] {
  const long = toInstant(instantAt(addDays(from, -30), localTimeOf(0), ZONE))
  return Array.from({ length: MEDICATIONS }, (_, index) => {
    const reminderTimes = Array.from({ length: perDay }, (_, nth) =>
      localTimeOf(Math.floor(((nth + 0.5) * 1440) / perDay / 30) * 30),
    )
    const plan = { schedule: { kind: 'daily' as const }, reminderTimes, startDate: null, endDate: null }
    return {
      id: newId<MedicationId>(source),
      name: `Medicine ${index + 1}`,
      dosage: '5 mg',
      frequency: '',
      instructions: '',
      ...plan,
      versions: [{ ...plan, effectiveFrom: long }],
      stoppedAt: null,
      createdAt: long,
      updatedAt: long,
    }
  })
}

/** `count` doses of them from the newest back, one in twenty skipped, as many missed, one in fifty logged twice. */
function logOf(planned: readonly Medication[]): DoseEvent[] {
  const events: DoseEvent[] = []
  const deviceId = crypto.randomUUID() as DeviceId
  for (let date = today; events.length < count && date >= from; date = addDays(date, -1)) {
    for (const { id: medicationId, name, dosage, reminderTimes } of planned) {
      for (const time of reminderTimes) {
        const chance = Math.random()
        if (chance < 0.05) continue
        const at = toInstant(instantAt(date, time, ZONE) + Math.floor(Math.random() * 40 * MINUTE))
        const event: DoseEvent = {
          id: newId<DoseEventId>(source),
          medicationId,
          slotId: slotIdOf(medicationId, date, time),
          kind: chance < 0.1 ? 'skipped' : 'taken',
          at,
          loggedAt: at,
          until: null,
          undoes: null,
          deviceId,
          deviceName: 'Phone',
          amount: null,
          unit: null,
          note: null,
          snapshot: { name, dosage, date, time },
        }
        events.push(event)
        if (chance > 0.98) events.push({ ...event, id: newId<DoseEventId>(source) })
      }
    }
  }
  return events.slice(0, count)
}

function timed(work: () => unknown): { ms: number; processor: number } {
  const [start, before] = [performance.now(), process.threadCpuUsage()]
  work()
  const { user, system } = process.threadCpuUsage(before)
  return { ms: performance.now() - start, processor: (user + system) / 1000 }
}

const taken: number[] = []
const processor: number[] = []
const raw: number[] = []
let counted = 0
let events: DoseEvent[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  const planned = medications()
  events = logOf(planned)
  const run = timed(() => {
    const { days } = insightsOf({ medications: planned, events, zone: ZONE, now: NOW })
    counted = days.reduce((sum, day) => sum + day.counted, 0)
  })
  taken.push(run.ms)
  processor.push(run.processor)
  raw.push(timed(() => events.reduce((sum, { at }) => sum + msOf(at), 0)).ms)
}

const figure = (ms: number | undefined): string => `${(ms ?? Number.NaN).toFixed(1)} ms`
const [first] = taken
const inOrder = (all: number[]) => all.toSorted((a, b) => a - b)
const median = (all: number[]) => inOrder(all)[Math.floor(all.length / 2)]
const p95 = inOrder(taken)[Math.ceil(ROUNDS * 0.95) - 1]
console.log(
  `${events.length} logged doses of ${MEDICATIONS} medicines, ${counted} counted in the year, ${ROUNDS} rounds`,
)
console.log(
  `insights: p50 ${figure(median(taken))}, p95 ${figure(p95)}, the first ${figure(first)}, processor time p50 ${figure(median(processor))}; raw p50 ${figure(median(raw))}`,
)
console.log(`target: under ${BUDGET_MS} ms: ${(median(taken) ?? 0) < BUDGET_MS ? 'met' : 'missed'}`)
