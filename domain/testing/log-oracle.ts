import type { Amount } from '../lib/amount.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import { instantAt, localAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Plan } from '../schedule/plan.ts'
import type { AfterDose, AfterTaken } from '../schedule/schedule.ts'
import type { OracleDose } from './plan-oracle.ts'

/**
 * The doses that follow from a log by the text of the additions (1.1, 1.3) and nothing else, as in plan-oracle.ts: one
 * event after the other, without a fold of the planner's.
 */

const MINUTE_MS = 60_000

/** An undo that was itself undone takes nothing back. */
const isStanding = (event: DoseEvent, all: readonly DoseEvent[]): boolean =>
  !all.some((other) => other.kind === 'undone' && other.undoes === event.id && isStanding(other, all))

const standing = (kind: DoseEvent['kind'], all: readonly DoseEvent[]): DoseEvent[] =>
  all.filter((event) => event.kind === kind && isStanding(event, all))

const labelOf = ({ snapshot: { date, time } }: DoseEvent): string | null => date && time && `${date} ${time}`

/** Returns the doses that follow those of another medication, in order of date and time. */
export function oracleFollowing(
  plan: Plan & { schedule: AfterDose },
  other: readonly DoseEvent[],
  zone: string,
): OracleDose[] {
  const found = new Map<string, OracleDose>()
  const taken = standing('taken', other).sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  for (const [index, event] of taken.entries()) {
    const label = labelOf(event)
    // Logged twice: one dose was taken, when it was logged first.
    if (label !== null && taken.slice(0, index).some((earlier) => labelOf(earlier) === label)) continue
    const at = wholeMinute(Date.parse(event.at)) + plan.schedule.minutes * MINUTE_MS
    const { date, time } = localAt(at, zone)
    const amount = amountOf(plan, date)
    if (isOutside(plan, date) || amount === '0' || found.has(`${date} ${time}`)) continue
    found.set(`${date} ${time}`, { label: `${date} ${time}`, at, amount })
  }
  return [...found.values()].sort((a, b) => (a.label < b.label ? -1 : 1))
}

/**
 * Returns the doses that count from the last one: those that were logged, and one that is open. Without pauses or
 * dates.
 */
export function oracleAfterTaken(
  { every, first }: AfterTaken,
  events: readonly DoseEvent[],
  zone: string,
): Pick<OracleDose, 'label' | 'at'>[] {
  const taken = standing('taken', events)
  const skipped = standing('skipped', events)
  const logged = new Set([...taken, ...skipped].flatMap((event) => labelOf(event) ?? []))
  // A time that the clock skips keeps its name, like that of any plan.
  const onWall = (label: string) => ({ label, at: instantOf(label, zone) })
  const passed = (at: number) => ({ label: Object.values(localAt(at, zone)).join(' '), at })
  const lapse = (at: number) => {
    if (every.hours !== undefined) return passed(wholeMinute(at + every.hours * 60 * MINUTE_MS))
    const { date } = localAt(at, zone)
    const next = new Date(Date.parse(`${date}T00:00:00Z`) + (every.days ?? 0) * 1440 * MINUTE_MS)
    return onWall(`${next.toISOString().slice(0, 10)} ${first.slice(11)}`)
  }
  const bases = [
    ...taken.map(({ at }) => Date.parse(at)),
    ...skipped
      .filter((event) => taken.every((other) => labelOf(other) !== labelOf(event)))
      .map((event) => plannedAtOf(event, zone)),
  ]
  let open = bases.map(lapse).sort((a, b) => b.at - a.at)[0] ?? onWall(first.replace('T', ' '))
  const dayAfter = (date: string) => new Date(Date.parse(date) + 1440 * MINUTE_MS).toISOString().slice(0, 10)
  while (logged.has(open.label))
    open = every.days ? onWall(`${dayAfter(open.label.slice(0, 10))} ${first.slice(11)}`) : passed(open.at + MINUTE_MS)
  const doses = [...[...logged].map(onWall), open]
  return doses.sort((a, b) => (a.label < b.label ? -1 : 1))
}

/** The planned instant that the entry says; where it says none, that of its date and time. */
const plannedAtOf = (event: DoseEvent, zone: string): number =>
  event.snapshot.plannedAt ? Date.parse(event.snapshot.plannedAt) : instantOf(labelOf(event) ?? '', zone)

const wholeMinute = (at: number): number => at - (at % MINUTE_MS)

const instantOf = (label: string, zone: string): number =>
  instantAt(label.slice(0, 10) as LocalDate, label.slice(11) as LocalTime, zone)

const isOutside = ({ startDate, endDate, pauses = [] }: Plan, date: LocalDate): boolean =>
  (startDate !== null && date < startDate) ||
  (endDate !== null && date > endDate) ||
  pauses.some(({ from, to }) => date >= from && (to === null || date <= to))

function amountOf({ amounts }: Plan, date: LocalDate): Amount | null {
  if (!amounts) return null
  if (!amounts.byDay) return amounts.each
  const { anchorDate, amounts: inTurn } = amounts.byDay
  const days = (Date.parse(date) - Date.parse(anchorDate)) / (1440 * MINUTE_MS)
  return inTurn[((days % inTurn.length) + inTurn.length) % inTurn.length] ?? null
}
