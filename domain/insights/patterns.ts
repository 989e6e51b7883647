import type { MedicationId } from '../lib/ids.ts'
import type { LocalTime } from '../lib/local-time.ts'
import { chanceOf, mean, type Share, welch } from './chance.ts'
import { DAY_PARTS, type DayPart } from './day-parts.ts'
import { averageLateness, usualTime } from './lateness.ts'
import { type Occasion, occasionsOf } from './occasions.ts'
import type { PastDose } from './past-doses.ts'

/** Times that a pattern may be about: a part of the day, some days of the week, or both. */
export interface TimeGroup {
  part: DayPart | null
  /** ISO weekday, 1 is Monday. */
  days: 'weekend' | 'weekdays' | number | null
}

export type Pattern =
  /** One medication is missed more than all others. */
  | { kind: 'medicine'; medicationId: MedicationId; missed: Share; others: Share; usual: LocalTime | null }
  /** At these times, doses are missed more than at all others. */
  | { kind: 'time'; group: TimeGroup; missed: Share; others: Share }
  /** At these times, doses are taken this many minutes later. */
  | { kind: 'late'; group: TimeGroup; minutes: number; days: number }
  /** At this part of the day, nearly everything is taken. */
  | { kind: 'steady'; part: DayPart; complete: Share }

/** How many days patterns look back: long enough for sixteen weekend days, short enough to be about now. */
export const PATTERN_DAYS = 56

/**
 * What counts as a pattern. Some thirty groups are compared, so each has to be far from chance: if chance produces a
 * difference once in a thousand times, a user without any pattern is told of one in about one of fifty views.
 */
export const EVIDENCE = {
  /** The fewest occasions of the group, and of all others together. */
  occasions: 8,
  /** The fewest dates they cover. */
  dates: 6,
  /** The fewest missed ones, weighted by the share of their doses. */
  missed: 4,
  /** By how much the share of missed doses must at least be higher. */
  difference: 0.1,
  chance: 0.001,
  /** Minutes later than at other times. */
  minutes: 20,
  /** Standard errors (Welch). */
  errors: 4,
} as const

/** This many occasions in the last four weeks, and this share of them complete: "steady". */
const STEADY = { occasions: 20, share: 0.95 }

/**
 * Returns what stands out: at most one pattern of each kind, the most useful first.
 * @param doses of the last `PATTERN_DAYS` days
 * @param recent of the last four weeks
 */
export function patternsOf(doses: readonly PastDose[], recent: readonly PastDose[]): Pattern[] {
  const occasions = occasionsOf(doses)
  const medicine = medicineThatSlips(occasions)
  const time = timeThatSlips(occasions)
  const isSame = medicine !== null && time !== null && isExplainedBy(time.occasions, medicine.medicationId)
  const found = [medicine, isSame ? null : (time?.pattern ?? null), timeThatRunsLate(occasions), steadyPart(recent)]
  return found.filter((pattern) => pattern !== null)
}

/**
 * What is known about some doses. The share counts doses, since otherwise times with many doses would seem to be missed
 * more; but its weight is only the number of occasions.
 */
interface Known {
  doses: Share
  weight: Share
  dates: number
}

/** The counts of some doses of one occasion. */
interface Group {
  date: string
  of: number
  missed: number
}

function knownOf(groups: readonly Group[]): Known {
  const hits = groups.reduce((sum, { missed }) => sum + missed, 0)
  const of = groups.reduce((sum, group) => sum + group.of, 0)
  const weight = groups.length
  return {
    doses: { hits, of },
    weight: { hits: of === 0 ? 0 : Math.round((weight * hits) / of), of: weight },
    dates: new Set(groups.map(({ date }) => date)).size,
  }
}

const groupOf = ({ date, doses, missed }: Occasion): Group => ({ date, of: doses.length, missed })

function isTelling(group: Known, others: Known): boolean {
  const { occasions, dates, missed, difference } = EVIDENCE
  return (
    group.weight.of >= occasions &&
    others.weight.of >= occasions &&
    group.dates >= dates &&
    group.weight.hits >= missed &&
    group.doses.hits / group.doses.of >= others.doses.hits / others.doses.of + difference &&
    chanceOf(group.weight, others.weight) < EVIDENCE.chance
  )
}

/** Returns the candidate least likely to be chance. */
const leastByChance = <Candidate extends { group: Known; others: Known }>(candidates: Candidate[]) =>
  candidates
    .map((candidate) => ({ candidate, chance: chanceOf(candidate.group.weight, candidate.others.weight) }))
    .sort((a, b) => a.chance - b.chance)[0]?.candidate ?? null

type MedicinePattern = Extract<Pattern, { kind: 'medicine' }>

function medicineThatSlips(occasions: readonly Occasion[]): MedicinePattern | null {
  const ids = new Set(occasions.flatMap(({ doses }) => doses.map(({ medicationId }) => medicationId)))
  const candidates = [...ids].flatMap((id) => {
    const own = occasions.flatMap(({ doses }) => doses.filter(({ medicationId }) => medicationId === id))
    const parts = occasions.map((occasion) => splitOff(id, occasion))
    const group = knownOf(parts.map(([inside]) => inside).filter(({ of }) => of > 0))
    const others = knownOf(parts.map(([, outside]) => outside).filter(({ of }) => of > 0))
    return isTelling(group, others) ? [{ id, own, group, others }] : []
  })
  const found = leastByChance(candidates)
  if (!found) return null
  const isUsuallyLate = (averageLateness(found.own) ?? 0) >= EVIDENCE.minutes
  return {
    kind: 'medicine',
    medicationId: found.id,
    missed: found.group.doses,
    others: found.others.doses,
    usual: isUsuallyLate ? usualTime(found.own) : null,
  }
}

/** Splits an occasion into the medication's doses and all others. */
function splitOff(id: MedicationId, { date, doses, missed }: Occasion): [Group, Group] {
  const inside = { date, of: 0, missed: 0 }
  for (const { medicationId, state } of doses) {
    if (medicationId !== id) continue
    inside.of += 1
    if (state === 'missed') inside.missed += 1
  }
  return [inside, { date, of: doses.length - inside.of, missed: missed - inside.missed }]
}

/** Wide groups first: of two equally strong ones, the wider one is named. */
const TIME_GROUPS: readonly TimeGroup[] = [
  ...DAY_PARTS.map((part) => ({ part, days: null })),
  { part: null, days: 'weekend' },
  ...[1, 2, 3, 4, 5, 6, 7].map((days) => ({ part: null, days })),
  ...DAY_PARTS.flatMap((part) => [
    { part, days: 'weekend' as const },
    { part, days: 'weekdays' as const },
  ]),
]

function isIn({ part, days }: TimeGroup, occasion: Occasion): boolean {
  if (part !== null && part !== occasion.part) return false
  if (days === null) return true
  const isWeekend = occasion.weekday > 5
  return typeof days === 'number' ? occasion.weekday === days : isWeekend === (days === 'weekend')
}

function timeThatSlips(occasions: readonly Occasion[]) {
  const candidates = TIME_GROUPS.flatMap((time) => {
    const { inside, outside } = splitBy(time, occasions)
    const [group, others] = [inside, outside].map((some) => knownOf(some.map(groupOf)))
    return group && others && isTelling(group, others) ? [{ time, inside, group, others }] : []
  })
  const found = leastByChance(candidates)
  if (!found) return null
  const { time, group, others } = found
  const pattern: Pattern = { kind: 'time', group: time, missed: group.doses, others: others.doses }
  return { pattern, occasions: found.inside }
}

const splitBy = (time: TimeGroup, occasions: readonly Occasion[]) => ({
  inside: occasions.filter((occasion) => isIn(time, occasion)),
  outside: occasions.filter((occasion) => !isIn(time, occasion)),
})

const datesOf = (occasions: readonly Occasion[]): number => new Set(occasions.map(({ date }) => date)).size

/** The time is missed because that medication is: mentioning both would say the same thing twice. */
function isExplainedBy(occasions: readonly Occasion[], id: MedicationId): boolean {
  const missed = occasions.flatMap(({ doses }) => doses.filter(({ state }) => state === 'missed'))
  return missed.filter(({ medicationId }) => medicationId === id).length >= 0.7 * missed.length
}

function timeThatRunsLate(occasions: readonly Occasion[]): Pattern | null {
  const known = occasions.filter(({ late }) => late !== null)
  const latenesses = (some: readonly Occasion[]) => some.map(({ late }) => late ?? 0)
  const candidates = TIME_GROUPS.flatMap((group) => {
    const { inside, outside } = splitBy(group, known)
    const days = datesOf(inside)
    if (inside.length < EVIDENCE.occasions || outside.length < EVIDENCE.occasions || days < EVIDENCE.dates) return []
    const errors = welch(latenesses(inside), latenesses(outside))
    const minutes = mean(latenesses(inside)) - mean(latenesses(outside))
    return minutes >= EVIDENCE.minutes && errors >= EVIDENCE.errors ? [{ group, minutes, days, errors }] : []
  })
  const found = candidates.sort((a, b) => b.errors - a.errors)[0]
  return found ? { kind: 'late', group: found.group, minutes: found.minutes, days: found.days } : null
}

function steadyPart(recent: readonly PastDose[]): Pattern | null {
  const occasions = occasionsOf(recent)
  const candidates = DAY_PARTS.map((part) => {
    const own = occasions.filter((occasion) => occasion.part === part)
    return { part, complete: { hits: own.filter(({ isComplete }) => isComplete).length, of: own.length } }
  })
  const steady = candidates.filter(({ complete: { hits, of } }) => of >= STEADY.occasions && hits >= STEADY.share * of)
  const share = ({ complete: { hits, of } }: (typeof steady)[number]) => hits / of
  const best = steady.sort((a, b) => share(b) - share(a))[0]
  return best ? { kind: 'steady', ...best } : null
}
