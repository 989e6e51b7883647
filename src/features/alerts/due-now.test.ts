import { describe, expect, it } from 'vitest'
import type { LocalTime } from '#domain/lib/local-time.ts'
import type { DueReminder } from '#domain/protocol/reminders.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { at, day, METFORMIN, SYDNEY } from '#domain/testing/samples.ts'
import { answer, scriptedTransport, USER } from '#src/testing/device.ts'
import { fetchDueNow, mergeViews, viewsOfDue } from './due-now.ts'

const LATE = '23:58' as LocalTime
const due: DueReminder = {
  id: slotIdOf(METFORMIN, day('2026-11-20'), LATE),
  reminderTime: LATE,
  medication: { id: METFORMIN, name: 'Metformin', dosage: '500 mg' },
}

describe('due reminders of the server', () => {
  it('are asked for with the wall time of the plan zone', async () => {
    const transport = scriptedTransport(() => answer(200, [due]))
    expect(await fetchDueNow(transport, USER, at('2026-11-21 00:03'), SYDNEY)).toEqual([due])
    expect(transport.requests).toMatchObject([{ method: 'GET', path: '/api/reminders/due-now?hours=0&minutes=3' }])
  })

  it.each([
    ['no answer', null],
    ['an error', answer(500, {})],
    ['an answer about another user', answer(200, [due], { user: 'another' })],
    ['something that is not ours', answer(200, [due], { protocol: null })],
    ['another shape', answer(200, [{ id: 1 }])],
  ])('fail silently: %s', async (_name, reply) => {
    const transport = scriptedTransport(() => reply)
    expect(await fetchDueNow(transport, USER, at('2026-11-21 00:03'), SYDNEY)).toBeNull()
  })

  it('belong to the day whose slot they name, also after midnight', () => {
    const [view] = viewsOfDue([due], at('2026-11-21 00:03'), SYDNEY)
    expect(view?.slot).toMatchObject({ id: due.id, date: '2026-11-20', at: at('2026-11-20 23:58') })
  })

  it('are left out when their slot is of no day around now', () => {
    expect(viewsOfDue([{ ...due, id: 'x'.repeat(22) }], at('2026-11-21 00:03'), SYDNEY)).toEqual([])
  })

  it('do not ring at the old time of a medication that this device has moved or deleted', () => {
    const remote = viewsOfDue([due], at('2026-11-21 00:03'), SYDNEY)
    expect(mergeViews([], remote, (id) => id === METFORMIN)).toEqual([])
    expect(mergeViews([], remote, () => false)).toEqual(remote)
  })
})
