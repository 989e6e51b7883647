import { type DoseViews, doseViews, type SlotView } from '#domain/doses/dose-views.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { addDays, HOUR, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { type DueReminder, type Reminder, reminderKey, STAGES, type Stage } from '#domain/reminders/alerts.ts'
import { decideReminders, dismissalKey, type ReminderDecision } from '#domain/reminders/decision.ts'
import { sampleEvent, sampleMedication } from '#domain/testing/samples.ts'
import { AlertEngine } from '#src/features/alerts/alert-engine.ts'
import { chanceOf } from '#tests/sync/prng.ts'
import type { Counts } from './counts.ts'
import { type Moment, plotOf } from './plot.ts'

/** Parts of the machine that a test may replace, to check that the model notices. */
export interface Parts {
  views: typeof doseViews
  /** Whether the log remembers this announcement: a log that forgets announces twice. */
  remembers(key: string): boolean
}

export const REAL: Parts = { views: doseViews, remembers: () => true }

export interface Played {
  /** Stages that a check should have announced. */
  missed: string[]
  doubled: string[]
  /** Anything else the machine did against the rules. */
  wrong: string[]
}

/** How long a hidden page leaves announcing to a visible one (ms). */
const GIVE_WAY = 45_000

const MIDNIGHT = '00:00' as LocalTime

/** What the user did with one dose, as the model sees it: no fold, just the acts that were not undone. */
interface Fate {
  standing: { kind: 'taken' | 'skipped' | 'snoozed'; event: DoseEvent; until: number }[]
}

/**
 * Plays one timeline with the real machine, and reports where it differs from the rules (specification, section 4; R1,
 * R5.1).
 */
export async function playTimeline(seed: string, counts: Counts, parts: Parts = REAL): Promise<Played> {
  const chance = chanceOf(seed)
  const plot = plotOf(chance, counts)
  const medication = sampleMedication({}, [{ from: '2025-01-01 00:00', reminderTimes: plot.reminderTimes }])
  counts.timelines += 1
  let clock = plot.clock
  let clockError = 0
  let real = plot.begin
  const now = () => real + clockError
  const events: DoseEvent[] = []
  const log = new Set<string>()
  const announced = new Map<string, number>()
  const expected = new Set<string>()
  const fates = new Map<string, Fate>()
  const dismissed = new Set<string>()

  // The dose that the user responds to is the one in focus. Its instant and those of all others follow the plan zone.
  const slots = [-3, -2, -1, 0, 1, 2, 3].flatMap((days) =>
    plot.reminderTimes.map((time) => ({ date: addDays(plot.middle, days), time })),
  )
  let instants = slots.map(({ date, time }) => clock.instantOf(date, time))

  let dates: { zone: string; from: LocalDate; to: LocalDate; begin: number; end: number } | null = null
  /** The days that page and worker search (src/data/notification-log.ts). */
  const lookedThrough = (): { from: LocalDate; to: LocalDate } => {
    const at = now()
    if (dates?.zone !== clock.zone || at < dates.begin || at >= dates.end) {
      const { date: to } = localAt(at, clock.zone)
      const [begin, end] = [to, addDays(to, 1)].map((date) => clock.instantOf(date, MIDNIGHT)) as [number, number]
      dates = { zone: clock.zone, from: addDays(to, -2), to, begin, end }
    }
    return { from: dates.from, to: dates.to }
  }
  let cache: { key: string; views: DoseViews } | null = null
  const readViews = (): readonly SlotView[] => {
    const dates = lookedThrough()
    const key = `${dates.to} ${clock.zone} ${events.length}`
    if (cache?.key !== key) {
      const views = parts.views({ medications: [medication], events, ...dates, zone: clock.zone, now: now() })
      cache = { key, views }
    }
    return cache.views.slots
  }

  const keyOf = (index: number): string => `${slots[index]?.date} ${slots[index]?.time}`
  const nameOf = (reminder: Reminder, views: readonly SlotView[]): string => {
    const slot = views.find(({ slot }) => slot.id === reminder.slotId)?.slot
    return `${slot?.date} ${slot?.time} from ${msOf(reminder.start)} stage ${reminder.stage}`
  }
  const say = (due: readonly DueReminder[]) => {
    for (const { reminder } of due) {
      const name = nameOf(reminder, readViews())
      announced.set(name, (announced.get(name) ?? 0) + 1)
      counts.announced += 1
      counts[`stage${reminder.stage as Stage}`] += 1
    }
  }

  const startOf = (index: number): number | null => {
    const at = instants[index] as number
    const standing = fates.get(keyOf(index))?.standing ?? []
    if (standing.some(({ kind }) => kind !== 'snoozed')) return null
    return Math.max(at, ...standing.map(({ until }) => until))
  }

  /** Collects what the rules say must be announced when that caller checks. */
  const expect = (givesWay: boolean) => {
    const at = now()
    const { from, to } = lookedThrough()
    slots.forEach(({ date }, index) => {
      if (date > to || date < from) return
      const start = startOf(index)
      if (start === null || at < start || at >= start + 10.5 * MINUTE) return
      if (dismissed.has(`${keyOf(index)} ${start}`)) return
      const stage = STAGES.findLast((minutes) => at >= start + minutes * MINUTE) ?? 0
      if (givesWay && at - (start + stage * MINUTE) <= GIVE_WAY) return
      expected.add(`${keyOf(index)} from ${start} stage ${stage}`)
    })
  }

  const decide = async (mayAnnounce: (reminder: Reminder) => boolean = () => true): Promise<ReminderDecision> => {
    await null
    const question = { now: now(), doses: readViews(), appointments: [], mayAnnounce }
    const has = (key: string) => log.has(key) && (key.endsWith('dismissed') || parts.remembers(key))
    const decision = decideReminders(question, { has, began: null })
    for (const key of decision.entries) log.add(key)
    return decision
  }
  const freshOf = ({ doses, fresh }: ReminderDecision) =>
    doses.filter(({ reminder }) => fresh.has(reminderKey(reminder)))

  const isSeen = (tab: number) => plot.tabs.some(({ isHidden }, other) => other !== tab && !isHidden)
  const givesWay = (tab: number) => plot.tabs[tab]?.isHidden === true && isSeen(tab)
  const engineOf = (tab: number) =>
    new AlertEngine<DueReminder>({
      now,
      async decide(mayAnnounce) {
        const { doses, fresh } = await decide(mayAnnounce)
        return { due: doses, fresh }
      },
      async dismiss(reminders) {
        for (const reminder of reminders) log.add(dismissalKey(reminder))
      },
      isLookedAtElsewhere: async () => givesWay(tab),
      announce: say,
      hush: () => undefined,
      onChange: () => undefined,
    })
  const engines = plot.tabs.map((_, tab) => engineOf(tab))
  const check = async (tabs: readonly number[]) => {
    for (const tab of tabs) expect(givesWay(tab))
    await Promise.all(tabs.map((tab) => engines[tab]?.check()))
  }
  const allTabs = plot.tabs.map((_, tab) => tab)

  async function act(what: (Moment & { kind: 'act' })['act']): Promise<void> {
    if (what === 'dismiss') return dismiss(chance.pick(allTabs))
    const index = chance.pick(
      slots
        .map((_, one) => one)
        .filter((one) => Math.abs((instants[one] ?? 0) - now()) < 2 * HOUR || slots[one]?.date === plot.middle),
    )
    const slot = keyOf(index)
    const fate: Fate = fates.get(slot) ?? { standing: [] }
    fates.set(slot, fate)
    const common = { slot, at: toInstant(now()), loggedAt: toInstant(now()) }
    if (what === 'undone') {
      const [last] = fate.standing.splice(-1)
      if (last) events.push(sampleEvent(events.length, { ...common, kind: 'undone', undoes: last.event.id }))
    } else {
      const until = what === 'snoozed' ? now() + chance.pick([5, 10, 30, 60]) * MINUTE : 0
      const event = sampleEvent(events.length, {
        ...common,
        kind: what,
        until: what === 'snoozed' ? toInstant(until) : null,
      })
      events.push(event)
      fate.standing.push({ kind: what, event, until })
      counts[what === 'snoozed' ? 'snoozed' : 'settled'] += 1
    }
    // Open pages are notified of every write.
    await check(allTabs)
  }

  async function dismiss(tab: number): Promise<void> {
    const engine = engines[tab] as AlertEngine<DueReminder>
    for (const { reminder, view } of engine.shown) {
      dismissed.add(`${view.slot.date} ${view.slot.time} ${msOf(reminder.start)}`)
      counts.dismissed += 1
    }
    expect(givesWay(tab))
    await engine.dismiss()
  }

  function restart(tabs: readonly number[]): void {
    for (const tab of tabs) {
      engines[tab]?.stop()
      engines[tab] = engineOf(tab)
    }
  }

  async function play(moment: Moment): Promise<void> {
    switch (moment.kind) {
      case 'check':
        return check([moment.tab])
      case 'worker':
        expect(false)
        return say(freshOf(await decide()))
      case 'act':
        return act(moment.act)
      case 'set-clock':
        clockError += moment.by
        counts.clockSet += 1
        return check(allTabs)
      case 'travel':
        clock = moment.clock
        instants = slots.map(({ date, time }) => clock.instantOf(date, time))
        counts.travelled += 1
        restart(allTabs)
        return check(allTabs)
      case 'reload':
        counts.reloaded += 1
        restart([moment.tab])
        return check([moment.tab])
    }
  }

  for (const moment of plot.moments) {
    real = moment.at
    await play(moment)
  }
  real = plot.end
  return { ...compare(expected, announced), wrong: [...unexpected(), ...listing()] }

  function unexpected(): string[] {
    return [...announced.keys()].filter((name) => !expected.has(name)).map((name) => `rang for nothing: ${name}`)
  }

  /**
   * Whatever was announced or not: every dose is listed once, in a state that asks for it, or settled (R1.4).
   */
  function listing(): string[] {
    const dates = { from: addDays(plot.middle, -2), to: addDays(plot.middle, 2) }
    const { slots: views } = parts.views({
      medications: [medication],
      events,
      ...dates,
      zone: clock.zone,
      now: now(),
    })
    const found = Map.groupBy(views, ({ slot }) => `${slot.date} ${slot.time}`)
    return slots.flatMap(({ date }, index) => {
      if (date < dates.from || date > dates.to) return []
      const start = startOf(index)
      const [view, second] = found.get(keyOf(index)) ?? []
      if (!view || second) return [`${keyOf(index)} is listed ${view ? 'twice' : 'nowhere'}`]
      const isOver = start !== null && now() >= start
      const isRight =
        start === null
          ? view.state === 'taken' || view.state === 'skipped'
          : isOver
            ? view.state === 'due' || view.state === 'late' || view.state === 'missed'
            : view.state === 'upcoming' || view.state === 'snoozed'
      if (isOver) counts.listed += 1
      return isRight ? [] : [`${keyOf(index)} is ${view.state}`]
    })
  }
}

function compare(
  expected: ReadonlySet<string>,
  announced: ReadonlyMap<string, number>,
): Pick<Played, 'missed' | 'doubled'> {
  return {
    missed: [...expected].filter((name) => !announced.has(name)),
    doubled: [...announced].filter(([, times]) => times > 1).map(([name]) => name),
  }
}
