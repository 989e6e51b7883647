import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { Pattern } from '#domain/insights/patterns.ts'
import type { Medication } from '#domain/records/medication.ts'
import { at, day, instant, METFORMIN, SYDNEY, sampleMedication } from '#domain/testing/samples.ts'
import { Patterns } from './Patterns.tsx'

const SLIPS: Pattern = {
  kind: 'medicine',
  medicationId: METFORMIN,
  missed: { hits: 12, of: 56 },
  others: { hits: 0, of: 56 },
  usual: null,
}

it.each<[string, Medication, boolean]>([
  ['is taken', sampleMedication(), true],
  ['is taken until today', sampleMedication({}, [{ endDate: day('2026-11-20') }]), true],
  ['was stopped', sampleMedication({ stoppedAt: instant('2026-11-10 09:00') }), false],
  ['came to its end yesterday', sampleMedication({}, [{ endDate: day('2026-11-19') }]), false],
])(
  'another time is offered for the medicine that slips only while it is taken: one that %s',
  (_case, medication, isOffered) => {
    const markup = renderToStaticMarkup(
      <MemoryRouter>
        <Patterns patterns={[SLIPS]} medications={[medication]} now={at('2026-11-20 12:00')} zone={SYDNEY} />
      </MemoryRouter>,
    )
    expect(markup).toContain('Metformin XR is the one that slips')
    expect(markup.includes('Change the time of Metformin XR')).toBe(isOffered)
  },
)
