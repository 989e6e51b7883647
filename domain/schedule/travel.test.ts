import { describe, expect, it } from 'vitest'
import type { MedicationId } from '../lib/ids.ts'
import { at, SYDNEY, sampleId, sampleMedication, times } from '../testing/samples.ts'
import { clocksDiffer, nextSlots } from './travel.ts'
import { NOTHING_LOGGED } from './version-timetables.ts'

const NOW = at('2026-11-20 12:00')

it.each([
  ['Australia/Melbourne', false],
  [SYDNEY, false],
  ['Pacific/Auckland', true],
  // Only has the same time as Sydney in winter.
  ['Australia/Brisbane', true],
  ['Asia/Vladivostok', true],
])('R1.6 a device in %s shows another time than one in Sydney: %s', (zone, differs) => {
  expect(clocksDiffer(SYDNEY, zone, NOW)).toBe(differs)
  expect(clocksDiffer(zone, SYDNEY, at('2026-06-20 12:00'))).toBe(differs)
})

describe('the next doses', () => {
  const other = sampleMedication({ id: sampleId<MedicationId>(2) }, [{ reminderTimes: times('21:00') }])
  const words = (zone: string) =>
    nextSlots({ medications: [sampleMedication(), other], log: NOTHING_LOGGED }, NOW, zone).map(
      ({ date, time }) => `${date} ${time}`,
    )

  it('R1.6 are those of all medications in order, as either zone plans them', () => {
    expect(words(SYDNEY)).toEqual(['2026-11-20 20:00', '2026-11-20 21:00', '2026-11-21 08:00'])
    expect(words('America/New_York')).toEqual(['2026-11-19 20:00', '2026-11-19 21:00', '2026-11-20 08:00'])
  })

  it('R1.6 leave out what was stopped', () => {
    const medications = [sampleMedication({ stoppedAt: sampleMedication().createdAt })]
    expect(nextSlots({ medications, log: NOTHING_LOGGED }, NOW, SYDNEY)).toEqual([])
  })
})
