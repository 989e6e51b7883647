import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { doseViews, type SlotView } from '#domain/doses/dose-views.ts'
import type { SlotId, UserId } from '#domain/lib/ids.ts'
import type { LocalTime } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { dueReminders } from '#domain/reminders/alerts.ts'
import type { LocalState } from '#domain/reminders/push-notices.ts'
import type { PushPayload } from '#domain/reminders/push-payload.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import {
  at,
  day,
  instant,
  METFORMIN,
  SYDNEY,
  sampleEvent,
  sampleId,
  sampleMedication,
  times,
} from '#domain/testing/samples.ts'
import { sampleKnownState, samplePush } from '#src/testing/pushes.ts'
import { NEWS_LIMIT, readForPush } from './push-reading.ts'

const TODAY = day('2026-11-20')
const NOW = at('2026-11-20 08:05')
const MORNING = slotIdOf(METFORMIN, TODAY, '08:00' as LocalTime)
const metformin = sampleMedication({}, [{ reminderTimes: times('08:00') }])
const taken = sampleEvent(1, { kind: 'taken', at: instant('2026-11-20 08:02') })
const snoozedTo = (time: string) =>
  sampleEvent(2, {
    kind: 'snoozed',
    at: instant('2026-11-20 08:01'),
    until: instant(`2026-11-20 ${time}`),
  })

const payload = (fields: Partial<PushPayload> = {}) => samplePush({ tag: MORNING, slotIds: [MORNING], ...fields })

/** A device that holds these events until it fetches the others. Each reminder is granted once. */
function deviceWith(
  events: DoseEvent[],
  fetched: () => Promise<DoseEvent[]>,
  medication = metformin,
  dismissed: readonly SlotId[] = [],
) {
  let held = events
  const granted = new Set<string>()
  const claim = async (): Promise<LocalState> => {
    const input = { medications: [medication], events: held, from: TODAY, to: TODAY, zone: SYDNEY, now: NOW }
    const views = doseViews(input).slots
    const isQuiet = ({ slot, outcome, ringStart }: SlotView) =>
      dismissed.includes(slot.id) ? ringStart === slot.at : outcome.kind === 'snoozed' && ringStart > NOW
    const quiet = new Set(views.filter(isQuiet).map(({ slot }) => slot.id))
    const due = dueReminders(views, NOW).filter(({ reminder }) => !quiet.has(reminder.slotId))
    const isNew = due.some(({ reminder }) => !granted.has(reminder.slotId))
    for (const { reminder } of due) granted.add(reminder.slotId)
    return sampleKnownState({ now: NOW, views, due, granted: isNew, quiet })
  }
  const fetchNews = vi.fn(async () => {
    held = await fetched()
  })
  return { claim, fetchNews }
}

const dueOf = (local: LocalState) =>
  local.kind === 'known' ? local.due.map(({ reminder }) => reminder.slotId) : local.kind

describe('R5.11 a push for a dose that is logged here', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  it('and was undone elsewhere rings by what the server says', async () => {
    const local = await readForPush(
      payload(),
      deviceWith([taken], async () => []),
    )
    expect(dueOf(local)).toEqual([MORNING])
    expect(local).toMatchObject({ granted: true })
  })

  it('and stands on the server too rings nothing', async () => {
    const device = deviceWith([taken], async () => [taken])
    expect(dueOf(await readForPush(payload(), device))).toEqual([])
    expect(device.fetchNews).toHaveBeenCalledOnce()
  })

  it('is known by the tag of its group where the push names no dose', async () => {
    const group = payload({ tag: 'at:2026-11-20T08:00', slotIds: [] })
    expect(
      dueOf(
        await readForPush(
          group,
          deviceWith([taken], async () => []),
        ),
      ),
    ).toEqual([MORNING])
  })

  it.for([
    ['fails', () => Promise.reject(new Error('no network'))],
    ['does not answer', () => new Promise<DoseEvent[]>(() => undefined)],
  ] as const)('stays logged when the server %s', async ([, fetched]) => {
    const reading = readForPush(payload(), deviceWith([taken], fetched))
    await vi.advanceTimersByTimeAsync(NEWS_LIMIT)
    expect(dueOf(await reading)).toEqual([])
  })

  it('keeps what it may announce of the other doses, which the notification log gives out once', async () => {
    const twice = sampleMedication({}, [{ reminderTimes: times('08:00', '08:04') }])
    const local = await readForPush(
      payload(),
      deviceWith([taken], async () => [taken], twice),
    )
    expect(dueOf(local)).toEqual([slotIdOf(METFORMIN, TODAY, '08:04' as LocalTime)])
    expect(local).toMatchObject({ granted: true })
  })

  it('asks nobody about a dose that is open here, one it does not know, and one of somebody else', async () => {
    const open = deviceWith([], async () => [])
    await readForPush(payload(), open)
    const logged = deviceWith([taken], async () => [])
    await readForPush(payload({ slotIds: [slotIdOf(METFORMIN, TODAY, '09:00' as LocalTime)], tag: 'x' }), logged)
    await readForPush(payload({ user: sampleId<UserId>(501) }), logged)
    await readForPush(null, logged)
    expect(open.fetchNews).not.toHaveBeenCalled()
    expect(logged.fetchNews).not.toHaveBeenCalled()
  })
})

describe('R5.14 a push for a dose that is quiet here, because it', () => {
  it('rests, and was undone elsewhere rings by what the server says', async () => {
    const device = deviceWith([snoozedTo('08:30')], async () => [])
    expect(dueOf(await readForPush(payload(), device))).toEqual([MORNING])
  })

  it('was dismissed, and snoozed to now elsewhere rings by what the server says', async () => {
    const device = deviceWith([], async () => [snoozedTo('08:05')], metformin, [MORNING])
    expect(dueOf(await readForPush(payload(), device))).toEqual([MORNING])
  })

  it('rests or was dismissed, and stands on the server too rings nothing', async () => {
    for (const device of [
      deviceWith([snoozedTo('08:30')], async () => [snoozedTo('08:30')]),
      deviceWith([], async () => [], metformin, [MORNING]),
    ]) {
      expect(dueOf(await readForPush(payload(), device))).toEqual([])
      expect(device.fetchNews).toHaveBeenCalledOnce()
    }
  })
})
