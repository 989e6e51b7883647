import { describe, expect, test } from 'vitest'
import { at, instant, SYDNEY, sampleMedication } from '#domain/testing/samples.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import { notBackedUpText, tooNewText, withoutTimes } from './home-notices.ts'

const NOW = at('2026-11-20 18:04')

const waiting = (madeAt: string, position = 1): StoredEntry => ({
  position,
  key: String(position),
  command: null,
  recordId: '',
  kind: 'dose',
  madeAt: instant(madeAt),
  state: 'waiting',
  refusal: null,
})

describe('unsent changes', () => {
  test.each([[[]], [[waiting('2026-11-19 18:04')]]])('are no matter for up to 24 hours', (entries) => {
    expect(notBackedUpText(entries, NOW, SYDNEY)).toBeNull()
  })

  test('are a warning after that, with the moment of the oldest', () => {
    expect(notBackedUpText([waiting('2026-11-19 18:03')], NOW, SYDNEY)).toMatch(
      /^1 change since Nov 19, 6:03 PM is on this device only/,
    )
    const two = [waiting('2026-11-20 12:00', 2), waiting('2026-11-18 09:30')]
    expect(notBackedUpText(two, NOW, SYDNEY)).toMatch(/^2 changes since Nov 18, 9:30 AM are/)
  })
})

test('medications without times are the active ones with a schedule', () => {
  const listed = (plan: Parameters<typeof sampleMedication>[1], isActive = true) => ({
    ...sampleMedication({}, plan),
    isActive,
  })
  const silent = listed([{ reminderTimes: [] }])
  const all = [
    silent,
    listed([{ reminderTimes: [] }], false),
    listed([{ reminderTimes: [], schedule: { kind: 'as-needed' } }]),
    listed([{}]),
  ]
  expect(withoutTimes(all)).toEqual([silent])
})

test('what only a newer version understands is named, each once', () => {
  const records = [
    { id: 'a', name: 'Metformin XR' },
    { id: 'b', name: null },
    { id: 'c', name: null },
  ]
  expect(tooNewText(records)).toBe(
    'Changed with a newer version of Dosewell: Metformin XR, a record without a name. Reload to see it. Until then this device goes by what it knew before.',
  )
})
