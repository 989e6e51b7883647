import { type DoseViews, doseViews, type SlotView } from '#domain/doses/dose-views.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { addDays, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { HEADS_UP } from '#domain/records/dose-notices.ts'
import { type DueReminder, type Reminder, reminderKey, type Stage } from '#domain/reminders/alerts.ts'
import { decideReminders, dismissalKey, type ReminderDecision } from '#domain/reminders/decision.ts'
import { doseLogOf } from '#domain/schedule/dose-log.ts'
import { sampleEvent } from '#domain/testing/samples.ts'
import { AlertEngine } from '#src/features/alerts/alert-engine.ts'
import { chanceOf } from '#tests/sync/prng.ts'
import type { Counts } from './counts.ts'
import { type Moment, plotOf } from './plot.ts'
import type { PlannedSlot } from './plot-plan.ts'
import { nameOf, TimelineModel } from './timeline-model.ts'

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

const MIDNIGHT = '00:00' as LocalTime

/**
 * Plays one timeline with the real machine, and reports where it differs from the rules (specification, section 4; R1,
 * R5.1, R9).
 */
export async function playTimeline(seed: string, counts: Counts, parts: Parts = REAL): Promise<Played> {
  const chance = chanceOf(seed)
  const plot = plotOf(chance, counts)
  const { medications, kind } = plot.plan
  counts.timelines += 1
  counts[kind] += 1
  let clock = plot.clock
  let clockError = 0
  let real = plot.begin
  const now = () => real + clockError
  const events: DoseEvent[] = []
  const log = new Set<string>()
  const announced = new Map<string, number>()
  const expected = new Set<string>()
  const model = new TimelineModel(plot.plan, clock, events)

  let dates: { zone: string; from: LocalDate; to: LocalDate; begin: number; end: number } | null = null
  /** The days that page and worker search (src/data/notification-log.ts). */
  const lookedThrough = (): { from: LocalDate; to: LocalDate } => {
    const at = now()
    if (dates?.zone !== clock.zone || at < dates.begin || at >= dates.end) {
      const { date: today } = localAt(at, clock.zone)
      const [begin, end] = [today, addDays(today, 1)].map((date) => clock.instantOf(date, MIDNIGHT)) as [number, number]
      const nearly = end - HEADS_UP.most * MINUTE
      const isNearly = at >= nearly
      const to = isNearly ? addDays(today, 1) : today
      dates = {
        zone: clock.zone,
        from: addDays(today, -2),
        to,
        begin: isNearly ? nearly : begin,
        end: isNearly ? end : nearly,
      }
    }
    return { from: dates.from, to: dates.to }
  }
  const viewsOf = (dates: { from: LocalDate; to: LocalDate }): DoseViews =>
    parts.views({
      medications,
      events,
      log: doseLogOf({ medications, events }),
      ...dates,
      zone: clock.zone,
      now: now(),
    })
  // Only notices beside the reminder depend on whether a dose is missed, which time alone decides; one is missed and
  // yet to come where the clock was set back.
  const isTimeless = medications.every(({ notices }) => !notices)
  let cache: { key: string; views: DoseViews } | null = null
  const readViews = (): readonly SlotView[] => {
    const dates = lookedThrough()
    const key = `${dates.from} ${dates.to} ${clock.zone} ${events.length} ${isTimeless || now()}`
    if (cache?.key !== key) cache = { key, views: viewsOf(dates) }
    return cache.views.slots
  }

  const say = (due: readonly DueReminder[]) => {
    for (const { reminder, view } of due) {
      const { stage } = reminder
      const name = nameOf(model.keyOf(view.slot), msOf(reminder.start), stage)
      announced.set(name, (announced.get(name) ?? 0) + 1)
      counts.announced += 1
      counts[countOf(stage)] += 1
      if (view.slot.movedTo !== undefined) counts.movedAnnounced += 1
    }
  }

  /** Collects what the rules say must be announced when that caller checks. */
  const expect = (givesWay: boolean) => {
    for (const name of model.expectedAt(now(), lookedThrough(), givesWay)) expected.add(name)
  }

  const decide = async (mayAnnounce: (reminder: Reminder) => boolean = () => true): Promise<ReminderDecision> => {
    await null
    const question = { now: now(), doses: readViews(), appointments: [], mayAnnounce }
    const has = (key: string) => log.has(key) && (key.includes('dismissed') || parts.remembers(key))
    const decision = decideReminders(question, { has, began: null })
    for (const key of decision.entries) log.add(key)
    // The quiet notice before a dose is shown where it is granted (src/features/alerts/alert-run.ts).
    say(decision.early.filter(({ reminder }) => decision.fresh.has(reminderKey(reminder))))
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
    const near = model.near(now(), plot.middle)
    if (near.length === 0) return
    const slot = chance.pick(near)
    const standing = model.standing(slot)
    const common = {
      medicationId: slot.medicationId,
      slot: `${slot.date} ${slot.time}`,
      at: toInstant(now()),
      loggedAt: toInstant(now()),
    }
    const plannedAt = model.instantToLog(slot)
    const write = (fields: Partial<Omit<DoseEvent, 'id'>>): DoseEvent => {
      const { snapshot, ...rest } = sampleEvent(events.length, { ...common, ...fields })
      const event = { ...rest, snapshot: { ...snapshot, ...(plannedAt && { plannedAt }) } }
      events.push(event)
      return event
    }
    if (what === 'undone') {
      const [last] = standing.splice(-1)
      if (last) write({ kind: 'undone', undoes: last.event.id })
    } else if (what === 'moved') {
      const to = localAt(now() + chance.between(-15, 40) * MINUTE, clock.zone)
      if (to.date !== slot.date) return
      const until = clock.instantOf(to.date, to.time)
      const event = write({ kind: 'snoozed', movedTo: to.time, until: toInstant(until) })
      standing.push({ kind: 'moved', event, until, movedTo: to.time })
      counts.moved += 1
    } else {
      const until = what === 'snoozed' ? now() + chance.pick([5, 10, 30, 60]) * MINUTE : 0
      const event = write({ kind: what, until: what === 'snoozed' ? toInstant(until) : null })
      standing.push({ kind: what, event, until })
      counts[what === 'snoozed' ? 'snoozed' : 'settled'] += 1
    }
    model.replan()
    // Open pages are notified of every write.
    await check(allTabs)
  }

  async function dismiss(tab: number): Promise<void> {
    const engine = engines[tab] as AlertEngine<DueReminder>
    for (const { reminder, view } of engine.shown) {
      model.dismiss(model.keyOf(view.slot), msOf(reminder.start), reminder.stage)
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
        // Hours that pass have other names in another zone: what was logged under the old ones is R1.5.
        if (kind === 'elapsed' && model.hasActs()) return
        clock = moment.clock
        model.replan(clock)
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
   * Whatever was announced or not: every dose is listed once, where it stands, in a state that asks for it, or settled
   * (R1.4, R1.9).
   */
  function listing(): string[] {
    const dates = { from: addDays(plot.middle, -2), to: addDays(plot.middle, 2) }
    const isListed = ({ date }: PlannedSlot) => date >= dates.from && date <= dates.to
    const found = Map.groupBy(viewsOf(dates).slots, ({ slot }) => model.keyOf(slot))
    const strays = model.strays().filter(isListed)
    const all = [...model.slots.filter(isListed), ...strays]
    const problems = all.flatMap((slot) => {
      const key = model.keyOf(slot)
      const start = model.startOf(slot)
      const [view, second] = found.get(key) ?? []
      found.delete(key)
      if (!view || second) return [`${key} is listed ${view ? 'twice' : 'nowhere'}`]
      const isOver = start !== null && now() >= start
      if (isOver) counts.listed += 1
      if (start !== null && view.slot.at !== model.atOf(slot))
        return [`${key} stands at ${view.slot.at}, not ${model.atOf(slot)}`]
      return isRight(view.state, start, isOver) ? [] : [`${key} is ${view.state}`]
    })
    return [...problems, ...[...found.keys()].map((key) => `${key} is listed and not planned`)]
  }
}

const countOf = (stage: number): keyof Counts =>
  stage < 0 ? 'headsUp' : stage > 10 ? 'followUp' : `stage${stage as Stage}`

const isRight = (state: SlotView['state'], start: number | null, isOver: boolean): boolean =>
  start === null
    ? state === 'taken' || state === 'skipped'
    : isOver
      ? state === 'due' || state === 'late' || state === 'missed'
      : state === 'upcoming' || state === 'snoozed'

function compare(
  expected: ReadonlySet<string>,
  announced: ReadonlyMap<string, number>,
): Pick<Played, 'missed' | 'doubled'> {
  return {
    missed: [...expected].filter((name) => !announced.has(name)),
    doubled: [...announced].filter(([, times]) => times > 1).map(([name]) => name),
  }
}
