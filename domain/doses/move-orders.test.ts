import { describe, expect, it } from 'vitest'
import type { DeviceId, DoseEventId } from '../lib/ids.ts'
import { toInstant } from '../lib/instant.ts'
import { type LocalTime, MINUTE } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication } from '../testing/samples.ts'
import { doseViews } from './dose-views.ts'
import { foldSlot } from './slot-outcome.ts'

const WHAT = ['move', 'other move', 'log', 'undo'] as const
type What = (typeof WHAT)[number]

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((first) => ordersOf(items.filter((one) => one !== first)).map((rest) => [first, ...rest]))
}

const TO = { move: '10:00', 'other move': '06:30' } as const
const numberOf = (what: What) => WHAT.indexOf(what) + 1

/** The events of the dose of 8:00, entered in that order, a minute apart, from 7:00 on. */
function eventsOf(entered: readonly What[], kind: 'taken' | 'skipped', undone: What): DoseEvent[] {
  return entered.map((what, index) => {
    const loggedAt = toInstant(at('2026-11-20 07:00') + index * MINUTE)
    const common = { at: loggedAt, loggedAt }
    if (what === 'log') return sampleEvent(numberOf(what), { ...common, kind })
    if (what === 'undo')
      return sampleEvent(numberOf(what), {
        ...common,
        kind: 'undone',
        undoes: sampleId<DoseEventId>(numberOf(undone)),
      })
    return sampleEvent(numberOf(what), {
      ...common,
      kind: 'snoozed',
      movedTo: TO[what] as LocalTime,
      until: instant(`2026-11-20 ${TO[what]}`),
      ...(what === 'other move' && { deviceId: sampleId<DeviceId>(901), deviceName: 'Tablet' }),
    })
  })
}

/** The rule in words (sync-spec, S4.8), without the fold: where the dose stands, and whether it is logged. */
function expected(entered: readonly What[], undone: What): { time: string; isLogged: boolean } {
  const standing = entered.filter((what) => what !== 'undo' && what !== undone)
  const isLogged = standing.includes('log')
  const counting = isLogged ? standing.slice(0, standing.indexOf('log')) : standing
  const last = counting.findLast((what) => what === 'move' || what === 'other move')
  return { time: last ? TO[last as keyof typeof TO] : '08:00', isLogged }
}

/** On a clock that is wrong an undo may even be entered before what it takes back. */
const ENTERED = ordersOf(WHAT)

describe.each(['taken', 'skipped'] as const)('S4.8 a dose that is moved on two devices, %s and undone', (kind) => {
  it.each(['move', 'other move', 'log'] as const)(
    'stands at one time, whatever was entered first and whatever arrived first, when the %s is undone',
    (undone) => {
      for (const entered of ENTERED) {
        const { time, isLogged } = expected(entered, undone)
        const now = at('2026-11-20 08:05')
        for (const arrived of ordersOf(eventsOf(entered, kind, undone))) {
          const { slots } = doseViews({
            medications: [sampleMedication()],
            events: arrived,
            from: day('2026-11-20'),
            to: day('2026-11-20'),
            zone: SYDNEY,
            now,
          })
          const found = slots.filter(({ slot }) => slot.time === '08:00')
          const state = isLogged ? kind : { '10:00': 'upcoming', '06:30': 'late', '08:00': 'due' }[time]
          expect(
            found.map((view) => [view.slot.id, view.slot.at, view.state]),
            entered.join(),
          ).toEqual([[sampleEvent(1).slotId, at(`2026-11-20 ${time}`), state]])
          expect(foldSlot(arrived).move?.movedTo ?? '08:00', entered.join()).toBe(time)
        }
      }
    },
  )
})
