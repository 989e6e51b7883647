import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldSlot } from '#domain/doses/slot-outcome.ts'
import { ringStart } from '#domain/doses/slot-state.ts'
import type { DeviceId, DoseEventId, MedicationId, PersonId, SlotId, UserId } from '#domain/lib/ids.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { DoseNotices } from '#domain/records/dose-notices.ts'
import { DROPPED_AFTER, STAGES } from '#domain/reminders/alerts.ts'
import { planSlots } from '#domain/schedule/slots.ts'
import { at, SYDNEY, sampleEvent, sampleId, sampleMedication, times } from '#domain/testing/samples.ts'
import { sized } from '#tests/support/long.ts'
import { reopenedOccurrence } from '../occurrences/reopen.ts'
import { SETTLED_WITHIN } from './claimed-sends.ts'
import { decide } from './decision.ts'
import { CLAIM, type Dispatch, type Receiver, type SendRow } from './delivery.ts'
import { nextAttempt } from './outcomes.ts'
import type { OccurrenceRow } from './person-view.ts'

const USER = sampleId<UserId>(500)
const PLANNED = at('2026-11-20 08:00')
const DEVICES = [sampleId<DeviceId>(900), sampleId<DeviceId>(901)]

/** Two medicines at 8:00, with these notices beside their reminders. */
const medicationsWith = (notices: readonly (DoseNotices | null)[]) =>
  [1, 2].map((number, index) =>
    sampleMedication(
      { id: sampleId<MedicationId>(number), name: `Medicine ${number}`, notices: notices[index] ?? null },
      [{ reminderTimes: times('08:00') }],
    ),
  )
const slots = medicationsWith([]).flatMap((one) => planSlots(one, { from: PLANNED, to: PLANNED + 1 }, SYDNEY))

const EARLIER = new Date(PLANNED - 180 * MINUTE)

const subscriptions = DEVICES.map(
  (deviceId, index): Receiver => ({
    id: sampleId(600 + index),
    userId: USER,
    endpoint: `https://push.example/${index}`,
    p256dh: '',
    auth: '',
    deviceId,
    wording: 'full',
    createdAt: EARLIER,
  }),
)

/** What the database would contain, with a worker that decides whenever that is due. */
class Model {
  readonly notices: readonly (DoseNotices | null)[]
  now: number
  occurrences: Map<SlotId, OccurrenceRow>
  sends = new Map<string, SendRow>()
  log: DoseEvent[] = []
  flying: Dispatch[] = []
  dispatched: { dispatch: Dispatch; settled: SlotId[] }[] = []
  private made = 0

  constructor(notices: readonly (DoseNotices | null)[] = [], now = PLANNED - MINUTE) {
    this.notices = notices
    this.now = now
    const rows = slots.map((slot, index): [SlotId, OccurrenceRow] => [
      slot.id,
      {
        userId: USER,
        slotId: slot.id,
        medicationId: slot.medicationId,
        date: slot.date,
        time: slot.time,
        slotAt: new Date(slot.at),
        sentStart: null,
        sentStage: null,
        lookAt: new Date(slot.at - (notices[index]?.headsUp ?? 0) * MINUTE),
      },
    ])
    this.occurrences = new Map(rows)
  }

  eventsOf = (slotId: SlotId): DoseEvent[] => this.log.filter((event) => event.slotId === slotId)
  outcomeOf = (slotId: SlotId) => foldSlot(this.eventsOf(slotId))
  isSettled = (slotId: SlotId): boolean => /taken|skipped/.test(this.outcomeOf(slotId).kind)
  /**
   * Returns the slots to remind of now, with the instant of the current stage, computed without the code under test.
   */
  due = (): { slotId: SlotId; dueAt: number }[] =>
    slots.flatMap((slot) => {
      const start = this.startOf(slot)
      const elapsed = this.now - start
      if (this.isSettled(slot.id) || elapsed < 0 || elapsed >= DROPPED_AFTER) return []
      const stage = elapsed < 5 * MINUTE ? 0 : elapsed < 10 * MINUTE ? 5 : 10
      return [{ slotId: slot.id, dueAt: start + stage * MINUTE }]
    })

  /** Returns what a slot's reminder counts from: its time, the one to which it was moved, or the end of a snooze. */
  private startOf(slot: (typeof slots)[number]): number {
    const outcome = this.outcomeOf(slot.id)
    return ringStart({ at: outcome.move?.until ? msOf(outcome.move.until) : slot.at }, outcome)
  }

  /** Returns the notices beside reminders that there are now, with their instants. */
  extras = () =>
    slots.flatMap((slot, index): { slotId: SlotId; dueAt: number; kind: 'early' | 'reminder' }[] => {
      const { headsUp = null, followUps = [] } = this.notices[index] ?? {}
      const start = this.startOf(slot)
      const { now } = this
      if (this.isSettled(slot.id)) return []
      if (headsUp !== null && this.outcomeOf(slot.id).kind === 'open' && now < start) {
        const dueAt = start - headsUp * MINUTE
        return now >= dueAt ? [{ slotId: slot.id, dueAt, kind: 'early' }] : []
      }
      const last = followUps.filter((minutes) => now >= start + minutes * MINUTE).at(-1)
      if (last === undefined || now >= start + (last + 15) * MINUTE) return []
      return [{ slotId: slot.id, dueAt: start + last * MINUTE, kind: 'reminder' }]
    })

  write(event: DoseEvent): void {
    this.log.push(event)
    const { slotId, kind } = event
    const slot = slots.find(({ id }) => id === slotId)
    if (slotId && slot && (kind === 'snoozed' || kind === 'undone') && !this.occurrences.has(slotId)) {
      const occurrence = reopenedOccurrence(
        { id: USER as string as PersonId, zone: SYDNEY },
        slot,
        this.eventsOf(slotId),
        this.now,
      )
      if (occurrence) this.occurrences.set(slotId, occurrence as OccurrenceRow)
    }
    const occurrence = slotId && this.occurrences.get(slotId)
    if (occurrence) occurrence.lookAt = new Date(this.now)
  }

  work(): void {
    for (const send of this.sends.values()) {
      if (send.outcome !== 'pending' || send.claimedAt.getTime() + CLAIM > this.now) continue
      const own = send.slotIds.flatMap((slotId) => this.occurrences.get(slotId) ?? [])
      for (const occurrence of own) occurrence.lookAt = new Date(this.now)
      if (own.length === 0 || send.expiresAt.getTime() <= this.now) send.outcome = 'expired'
    }
    if ([...this.occurrences.values()].some(({ lookAt }) => lookAt.getTime() <= this.now)) this.processDue()
  }

  private processDue(): void {
    const decision = decide(
      {
        userId: USER,
        occurrences: [...this.occurrences.values()],
        zone: SYDNEY,
        allowed: true,
        subscriptions,
        medications: new Map(medicationsWith(this.notices).map((one) => [one.id, one])),
        events: new Map(slots.map(({ id }) => [id, this.eventsOf(id)])),
        logged: Map.groupBy(this.log, ({ medicationId }) => medicationId),
        appointments: new Map(),
        sends: [...this.sends.values()],
        earlierSends: [],
        appointmentSends: [],
      },
      this.now,
      () => `send ${this.made++}`,
    )
    for (const send of decision.note) this.sends.set(send.id, { ...send })
    for (const { id, ...change } of decision.claimAgain) {
      Object.assign(this.sends.get(id) ?? {}, change, { status: null })
    }
    for (const { id, outcome } of decision.close) Object.assign(this.sends.get(id) ?? {}, { outcome })
    for (const occurrence of decision.keep) this.occurrences.set(occurrence.slotId, { ...occurrence })
    for (const slotId of decision.drop) this.occurrences.delete(slotId)
    for (const { lookAt } of this.occurrences.values()) expect(lookAt.getTime()).toBeGreaterThan(this.now)
    this.flying.push(...decision.dispatches)
    const settled = slots.map(({ id }) => id).filter(this.isSettled)
    this.dispatched.push(...decision.dispatches.map((dispatch) => ({ dispatch, settled })))
  }

  /** Completes everything being sent, as `recordOutcomes` writes it; nothing if the server died. */
  land(fate: Fate): void {
    for (const dispatch of this.flying.splice(0)) {
      const send = this.sends.get(dispatch.message.id)
      if (send?.outcome !== 'pending' || fate === 'dies') continue
      if (fate === 'delivered') Object.assign(send, { outcome: 'delivered', sentAt: new Date(this.now) })
      else this.fail(send, dispatch, fate === 'asked to wait' ? 4 * MINUTE : null)
    }
  }

  private fail(send: SendRow, dispatch: Dispatch, retryAfter: number | null): void {
    const next = nextAttempt(dispatch.attempts, retryAfter, this.now)
    send.attempts += 1
    if (next >= dispatch.expiresAt) send.outcome = 'failed'
    else Object.assign(send, { status: 503, claimedAt: new Date(next - CLAIM) })
  }

  /** Checks the rules that hold after every decision. */
  check(): void {
    for (const { slotId, dueAt } of this.due()) {
      for (const { id } of subscriptions) {
        const own = [...this.sends.values()].filter(
          (send) =>
            send.kind === 'reminder' &&
            send.subscriptionId === id &&
            send.dueAt.getTime() === dueAt &&
            send.slotIds.includes(slotId),
        )
        expect(own.length, `R2.3 the stage of ${dueAt} is noted for ${id}`).toBeGreaterThan(0)
      }
    }
    for (const { slotId, dueAt, kind } of this.extras()) {
      for (const { id } of subscriptions) {
        const own = [...this.sends.values()].filter(
          (send) => send.subscriptionId === id && send.dueAt.getTime() === dueAt && send.slotIds.includes(slotId),
        )
        expect(
          own.map((send) => send.kind),
          `R9.5 the notice of ${dueAt} is noted for ${id}`,
        ).toContain(kind)
      }
    }
    for (const { slot, device, since } of this.shownAndSettled()) {
      const told = [...this.sends.values()].some(
        (send) =>
          send.kind === 'settled' &&
          send.subscriptionId === device &&
          send.slotIds.includes(slot) &&
          send.dueAt.getTime() >= since,
      )
      expect(told, `R3.8 ${device} was told`).toBe(true)
    }
  }

  private shownAndSettled() {
    return slots.flatMap(({ id: slot }) => {
      if (!this.isSettled(slot)) return []
      // A device that logged it, even if undone since, has no reminder of it any more.
      const loggers = this.eventsOf(slot).flatMap(({ kind, deviceId }) =>
        kind === 'taken' || kind === 'skipped' ? [deviceId as string] : [],
      )
      return subscriptions
        .filter(({ deviceId }) => !loggers.includes(deviceId))
        .flatMap(({ id: device }) => {
          const delivered = [...this.sends.values()]
            .filter((send) => send.subscriptionId === device && send.kind === 'reminder')
            .filter(({ outcome: what }) => what === 'delivered')
            .sort((one, other) => (one.sentAt?.getTime() ?? 0) - (other.sentAt?.getTime() ?? 0))
          // A later message with the same tag has replaced it.
          const shown = [...new Map(delivered.map((send) => [send.tag, send])).values()].filter(({ slotIds }) =>
            slotIds.includes(slot),
          )
          const since = Math.max(...shown.map(({ sentAt }) => sentAt?.getTime() ?? 0), 0)
          // What completed after the decision is told in the next one.
          return since > this.now - SETTLED_WITHIN && since < this.now - 10_000 ? [{ slot, device, since }] : []
        })
    })
  }
}

type Fate = 'delivered' | 'unanswered' | 'asked to wait' | 'dies'
type Act = 'none' | 'taken' | 'skipped' | 'snoozed' | 'moved' | 'undone'

interface Step {
  seconds: number
  act: Act
  slot: number
  device: number
  minutes: number
  fate: Fate
  isOff: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  seconds: fc.integer({ min: 1, max: 150 }),
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constant<Act>('none') },
    { weight: 4, arbitrary: fc.constantFrom<Act>('taken', 'skipped', 'snoozed', 'undone', 'undone') },
  ),
  slot: fc.integer({ min: 0, max: 1 }),
  device: fc.integer({ min: 0, max: 1 }),
  minutes: fc.constantFrom(5, 10, 30, 60),
  fate: fc.constantFrom<Fate>('delivered', 'delivered', 'delivered', 'unanswered', 'asked to wait', 'dies'),
  isOff: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
})

function eventOf(model: Model, { act, slot, device, minutes }: Step): DoseEvent | null {
  const { medicationId, id: slotId } = slots[slot] ?? { medicationId: null, id: null }
  if (act === 'none' || !medicationId || !slotId) return null
  const now = toInstant(model.now)
  const fields = {
    medicationId,
    at: now,
    loggedAt: now,
    deviceId: DEVICES[device] ?? (DEVICES[0] as DeviceId),
  }
  const number = model.log.length
  if (act === 'moved') {
    const until = Math.ceil(model.now / MINUTE) * MINUTE + minutes * MINUTE
    const movedTo = localAt(until, SYDNEY).time
    return sampleEvent(number, { ...fields, kind: 'snoozed', until: toInstant(until), movedTo })
  }
  if (act === 'snoozed') {
    return sampleEvent(number, { ...fields, kind: act, until: toInstant(model.now + minutes * MINUTE) })
  }
  if (act !== 'undone') return sampleEvent(number, { ...fields, kind: act })
  const target = model.eventsOf(slotId).findLast(({ kind }) => kind !== 'undone')
  const undoes: DoseEventId | undefined = target?.id
  return undoes ? sampleEvent(number, { ...fields, kind: act, undoes }) : null
}

it('R2.3 R3.1 R3.3 R3.8 whatever is logged, fails and dies: each stage is noted once, nothing settled is asked for, every send ends', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const model = new Model()
      for (const one of steps) {
        model.now += one.seconds * 1000
        const event = eventOf(model, one)
        if (event) model.write(event)
        if (one.isOff) continue
        model.work()
        model.check()
        model.land(one.fate)
      }
      for (let minute = 0; minute < 180; minute += 1) {
        model.now += MINUTE
        model.work()
        model.check()
        model.land('delivered')
      }
      const sends = [...model.sends.values()]
      expect(sends.filter(({ outcome }) => outcome === 'pending')).toEqual([])
      expect([...model.occurrences.keys()]).toEqual([])
      const noted = sends
        .filter(({ kind }) => kind === 'reminder')
        .flatMap(({ subscriptionId, slotIds, dueAt }) =>
          slotIds.map((slotId) => `${subscriptionId} ${slotId} ${dueAt.toISOString()}`),
        )
      expect(noted.length, 'no stage is noted twice').toBe(new Set(noted).size)
      for (const { dispatch, settled } of model.dispatched) {
        if (dispatch.message.kind !== 'reminder' || dispatch.message.silent) continue
        expect(dispatch.message.slotIds.filter((slotId) => settled.includes(slotId))).toEqual([])
        expect(dispatch.claimedAt).toBeLessThan(dispatch.expiresAt)
      }
    }),
    { numRuns: sized({ short: 100, long: 1000 }) },
  )
})

const someNotices = fc.option(
  fc.record({
    headsUp: fc.option(fc.integer({ min: 5, max: 60 })),
    followUps: fc
      .uniqueArray(fc.integer({ min: 15, max: 90 }), { maxLength: 3 })
      .map((all) => all.sort((a, b) => a - b)),
  }),
)
const movingStep = fc.tuple(step, fc.integer({ min: 0, max: 9 })).map(([one, dice]): Step => {
  const act = dice === 0 ? 'moved' : one.act
  return { ...one, act, seconds: one.seconds * 5 }
})

it('R1.9 R9.4 R9.5 whatever is logged, moved, fails and dies: each notice is noted once, none comes when it must not', () => {
  fc.assert(
    fc.property(fc.tuple(someNotices, someNotices), fc.array(movingStep, { maxLength: 40 }), (notices, steps) => {
      const model = new Model(notices, PLANNED - 70 * MINUTE)
      const play = (one: Step | null) => {
        const event = one && eventOf(model, one)
        if (event) model.write(event)
        if (one?.isOff) return
        model.work()
        model.check()
        model.land(one?.fate ?? 'delivered')
      }
      for (const one of steps) {
        model.now += one.seconds * 1000
        play(one)
      }
      for (let minute = 0; minute < 360; minute += 1) {
        model.now += MINUTE
        play(null)
      }
      const sends = [...model.sends.values()]
      expect(sends.filter(({ outcome }) => outcome === 'pending')).toEqual([])
      expect([...model.occurrences.keys()]).toEqual([])
      const noted = sends
        .filter(({ kind }) => kind !== 'settled')
        .map(({ subscriptionId, kind, tag, slotIds, dueAt }) =>
          [subscriptionId, kind, tag, slotIds.join(), +dueAt].join(' '),
        )
      expect(noted.length, 'no notice is noted twice').toBe(new Set(noted).size)
      for (const { dispatch, settled } of model.dispatched) {
        const { kind, slotIds, silent } = dispatch.message
        if (kind === 'settled' || (kind === 'reminder' && silent)) continue
        expect(slotIds.filter((slotId) => settled.includes(slotId))).toEqual([])
        expect(dispatch.claimedAt).toBeLessThan(dispatch.expiresAt)
        expect(silent).toBe(kind === 'early')
      }
    }),
    { numRuns: sized({ short: 100, long: 1000 }) },
  )
})

it('R3.2 doses of one minute stand in one message at every stage while both are open', () => {
  const model = new Model()
  for (const stage of STAGES) {
    model.now = PLANNED + stage * MINUTE
    model.work()
    model.land('delivered')
  }
  const shown = model.dispatched.map(({ dispatch }) => [dispatch.message.title, dispatch.message.slotIds.length])
  expect(shown).toEqual([
    ['Medication Reminder', 2],
    ['Medication Reminder', 2],
    ['Medication Reminder (5 min reminder)', 2],
    ['Medication Reminder (5 min reminder)', 2],
    ['Medication Reminder (10 min reminder)', 2],
    ['Medication Reminder (10 min reminder)', 2],
  ])
})
