import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { Gtin } from '../records/barcode.ts'
import type { Medication } from '../records/medication.ts'
import { instant, RED_PHOTO, sampleMedication, samplePlan, times } from '../testing/samples.ts'
import { editMedication, stopMedication } from './medication-effects.ts'
import {
  countingChanges,
  knownUnits,
  mergeRecord,
  type Origins,
  touchedUnits,
  type UnitChanges,
} from './medication-origins.ts'
import { withOrigin } from './origins.ts'

const NOW = Date.UTC(2026, 10, 20)

interface Held {
  record: Medication
  origins: Origins
}

const GTIN = '09300675003261' as Gtin
const texts = fc.constantFrom('a', 'b', 'c')
const edits: fc.Arbitrary<UnitChanges> = fc.record(
  {
    changes: fc.record(
      {
        name: texts,
        dosage: texts,
        frequency: texts,
        instructions: texts,
        important: fc.boolean(),
        barcodes: fc.constantFrom([], [GTIN]),
        limits: fc.constantFrom(null, { minHours: 4, maxIn24h: null }),
        notices: fc.constantFrom(null, { headsUp: 15, followUps: [30, 60] }),
        strength: fc.constantFrom(null, { amount: '500' as Amount, unit: 'mg', per: 'tablet' }),
        look: fc.constantFrom(null, { shape: 'round' as const, colours: ['white' as const] }),
        photo: fc.constantFrom(null, RED_PHOTO),
        plan: fc.constantFrom(samplePlan(), samplePlan({ reminderTimes: times('07:00') })),
      },
      { requiredKeys: [] },
    ),
    stoppedAt: fc.constantFrom(null, instant('2026-11-10 12:00')),
  },
  { requiredKeys: ['changes'] },
)

function edited(record: Medication, { changes, stoppedAt }: UnitChanges): Medication {
  const after = editMedication(record, changes, instant('2026-11-15 12:00'), NOW)
  if (!after.ok) throw new Error(after.error.error)
  return stoppedAt === undefined ? after.value : stopMedication(after.value, stoppedAt, NOW)
}

const replay = ({ record, origins }: Held, edit: UnitChanges, seq: number): Held => {
  const counting = countingChanges(edit, origins, seq)
  return { record: edited(record, counting), origins: withOrigin(origins, touchedUnits(counting), seq) }
}

/** Returns the values of the units. Versions and update times may depend on the order of arrival. */
const unitsOf = ({ name, dosage, frequency, instructions, reminderTimes, stoppedAt, ...rest }: Medication) => ({
  name,
  dosage,
  frequency,
  instructions,
  important: rest.important,
  barcodes: rest.barcodes ?? [],
  limits: rest.limits ?? null,
  notices: rest.notices ?? null,
  strength: rest.strength ?? null,
  look: rest.look ?? null,
  photo: rest.photo ?? null,
  reminderTimes,
  stoppedAt,
})

it('S11.6 in whatever order edits and whole records come back, each unit ends as the last write before the loss left it', () => {
  fc.assert(
    fc.property(
      fc.array(edits, { minLength: 1, maxLength: 8 }).chain((lost) =>
        fc.record({
          lost: fc.constant(lost),
          /** The order in which edits come back. */
          order: fc.shuffledSubarray(
            lost.map((_, index) => index),
            { minLength: lost.length },
          ),
          known: fc.shuffledSubarray(lost.map((_, index) => index)),
        }),
      ),
      ({ lost, order, known }) => {
        const start = sampleMedication()
        const states: Medication[] = []
        for (const edit of lost) states.push(edited(states.at(-1) ?? start, edit))
        let held: Held = { record: start, origins: {} }
        for (const [place, index] of order.entries()) {
          const seen = known[place]
          const state = seen === undefined ? undefined : states[seen]
          if (state && seen !== undefined) held = mergeRecord(held.record, held.origins, state, 101 + seen)
          const edit = lost[index]
          if (edit) held = replay(held, edit, 101 + index)
        }
        expect(unitsOf(held.record)).toEqual(unitsOf(states.at(-1) ?? start))
      },
    ),
  )
})

it('S11.6 a write of the new epoch stands against everything that is replayed', () => {
  const held: Held = { record: sampleMedication({ name: 'New' }), origins: withOrigin({}, ['name'], 5000) }
  const given = replay(held, { changes: { name: 'Old', dosage: '2 mg' } }, 120)
  expect([given.record.name, given.record.dosage]).toEqual(['New', '2 mg'])
  const merged = mergeRecord(given.record, given.origins, sampleMedication({ name: 'Old', dosage: '3 mg' }), 119)
  expect([merged.record.name, merged.record.dosage]).toEqual(['New', '2 mg'])
})

it('a touched unit counts even when its value stays, and an untouched one does not', () => {
  expect(touchedUnits({ changes: { name: 'a' }, stoppedAt: null })).toEqual(['name', 'stop'])
  expect(touchedUnits({ changes: { dosage: undefined } })).toEqual([])
})

it('S11.6 who does not know the mark takes it away from nobody, however late the state they had', () => {
  const unaware: Medication = sampleMedication({ name: 'New', important: undefined })
  const held = { record: sampleMedication({ important: true }), origins: withOrigin({}, ['important'], 150) }
  const merged = mergeRecord(held.record, held.origins, unaware, 200)
  expect(merged.record).toMatchObject({ name: 'New', important: true })
  expect(merged.origins.important).toBe(150)
  expect(mergeRecord(held.record, held.origins, { ...unaware, important: false }, 200).record.important).toBe(false)
  const brought = withOrigin({}, knownUnits(unaware), 200)
  const later = replay({ record: unaware, origins: brought }, { changes: { important: true } }, 150)
  expect(later.record.important).toBe(true)
})

it('S11.6 who knows no barcodes takes them away from nobody, and who took them away did', () => {
  const held = { record: sampleMedication({ barcodes: [GTIN] }), origins: withOrigin({}, ['barcodes'], 150) }
  const unaware = mergeRecord(held.record, held.origins, sampleMedication({ name: 'New' }), 200)
  expect(unaware.record).toMatchObject({ name: 'New', barcodes: [GTIN] })
  expect(unaware.origins.barcodes).toBe(150)
  expect(mergeRecord(held.record, held.origins, sampleMedication({ barcodes: [] }), 200).record.barcodes).toEqual([])
})
