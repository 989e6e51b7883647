import { type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import type { Chance } from '#tests/sync/prng.ts'
import type { Counts } from './counts.ts'
import { type PlotPlan, plotPlanOf } from './plot-plan.ts'
import { FROM, TO, type WallClock, wallClockOf } from './wall-clock.ts'

/** An event at a real instant (ms). */
export type Moment =
  | { at: number; kind: 'check'; tab: number }
  | { at: number; kind: 'worker' }
  | { at: number; kind: 'act'; act: 'taken' | 'skipped' | 'snoozed' | 'moved' | 'undone' | 'dismiss' }
  | { at: number; kind: 'set-clock'; by: number }
  | { at: number; kind: 'travel'; clock: WallClock }
  | { at: number; kind: 'reload'; tab: number }

/** The dose at the centre of this timeline, and its plan. */
export interface Plot {
  clock: WallClock
  middle: LocalDate
  plan: PlotPlan
  /** Real instants (ms) of the beginning and the end. */
  begin: number
  end: number
  tabs: { isHidden: boolean }[]
  moments: Moment[]
}

const CHECK = 30_000
/** A hidden tab's timers run once a minute. */
const HIDDEN_CHECK = 60_000

const zones = Intl.supportedValuesOf('timeZone')
const changing = zones.filter((zone) => wallClockOf(zone).changes.length > 0)

/** Draws a timeline; seven of ten are about a changeover. */
export function plotOf(chance: Chance, counts: Counts): Plot {
  const clock = wallClockOf(chance.pick(chance.chance(0.7) ? changing : zones))
  const change = clock.changes.length > 0 && chance.chance(0.7) ? chance.pick(clock.changes) : null
  if (change) counts.nearChangeover += 1
  const wall = change
    ? change.at + change.before + chance.between(-150, 150) * MINUTE
    : chance.between(FROM / MINUTE + 10_000, TO / MINUTE - 10_000) * MINUTE
  const text = new Date(wall).toISOString()
  const middle = text.slice(0, 10) as LocalDate
  const focus = text.slice(11, 16) as LocalTime
  const due = clock.instantOf(middle, focus)
  const plan = plotPlanOf(chance, { clock, date: middle, time: focus, due })
  const headsUp = Math.max(0, ...plan.medications.map(({ notices }) => notices?.headsUp ?? 0))
  const begin = due - chance.between(0, 180) * 1000 - headsUp * MINUTE
  const end = due + chance.between(16, 80) * MINUTE
  const tabs = Array.from({ length: chance.between(1, 2) }, () => ({ isHidden: chance.chance(0.4) }))
  return {
    clock,
    middle,
    plan,
    begin,
    end,
    tabs,
    moments: momentsOf(chance, { begin, end, due, tabs }, counts),
  }
}

function momentsOf(
  chance: Chance,
  { begin, end, due, tabs }: Pick<Plot, 'begin' | 'end' | 'tabs'> & { due: number },
  counts: Counts,
): Moment[] {
  const moments: Moment[] = []
  const some = () => chance.between(begin, Math.min(end, due + 25 * MINUTE))
  const sleeps = Array.from({ length: chance.between(0, 2) }, () => {
    const from = some()
    return { from, to: from + chance.between(1, 20 * 60) * 1000 }
  })
  counts.slept += sleeps.length
  const isAwake = (at: number) => sleeps.every(({ from, to }) => at < from || at >= to)
  const add = (moment: Moment) => isAwake(moment.at) && moments.push(moment)

  tabs.forEach(({ isHidden }, tab) => {
    const every = isHidden ? HIDDEN_CHECK : CHECK
    for (let at = begin + chance.between(0, every - 1); at < end; at += every) add({ at, kind: 'check', tab })
    // Lost time is noticed by the next tick, within a second.
    for (const { to } of sleeps) add({ at: to + chance.between(0, 999), kind: 'check', tab })
    if (chance.chance(0.1)) add({ at: some(), kind: 'reload', tab })
  })
  for (let index = chance.between(0, 3); index > 0; index -= 1) add({ at: some(), kind: 'worker' })
  for (let index = chance.between(0, 4); index > 0; index -= 1) {
    const act = chance.pick(['taken', 'skipped', 'snoozed', 'snoozed', 'moved', 'moved', 'undone', 'dismiss'] as const)
    add({ at: some(), kind: 'act', act })
  }
  if (chance.chance(0.3)) add({ at: some(), kind: 'set-clock', by: chance.between(-7200, 7200) * 1000 })
  if (chance.chance(0.2)) add({ at: some(), kind: 'travel', clock: wallClockOf(chance.pick(zones)) })
  return moments.sort((a, b) => a.at - b.at)
}
