import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { MedicationId } from '../lib/ids.ts'
import { type Instant, msOf, toInstant } from '../lib/instant.ts'
import { HOUR } from '../lib/local-time.ts'
import type { Gtin } from '../records/barcode.ts'
import { type Medication, MOST_VERSIONS } from '../records/medication.ts'
import type { Plan } from '../schedule/plan.ts'
import {
  at,
  day,
  instant,
  METFORMIN,
  RED_PHOTO,
  SYDNEY,
  sampleId,
  sampleMedication,
  samplePlan,
  times,
} from '../testing/samples.ts'
import { slotsOn } from '../testing/slots-on.ts'
import { addMedication, duplicateRefusal, editMedication, stopMedication } from './medication-effects.ts'

const NOW = at('2026-11-20 12:00')
const texts = {
  name: 'Metformin XR',
  dosage: '1000 mg',
  frequency: 'twice a day',
  instructions: 'With food',
  important: true,
}
const add = (fields: Partial<Plan & { createdAt: Medication['createdAt'] }> = {}) =>
  addMedication({ id: METFORMIN, ...texts, ...samplePlan(), createdAt: instant('2026-11-20 11:00'), ...fields }, NOW)

function edit(medication: Medication, changes: Parameters<typeof editMedication>[1], editedAt: string, now = NOW) {
  const result = editMedication(medication, changes, instant(editedAt), now)
  if (!result.ok) throw new Error(result.error.error)
  return result.value
}
const froms = (medication: Medication) => medication.versions.map((version) => version.effectiveFrom)

describe('adding a medication', () => {
  it('makes a record whose first plan is in force from the moment the person added it', () => {
    const added = add()
    expect(added).toEqual({
      ok: true,
      value: {
        id: METFORMIN,
        ...texts,
        ...samplePlan(),
        versions: [{ ...samplePlan(), effectiveFrom: instant('2026-11-20 11:00') }],
        stoppedAt: null,
        createdAt: instant('2026-11-20 11:00'),
        updatedAt: toInstant(NOW),
      },
    })
  })

  it('takes the clock of whoever applies it when the device is ahead', () => {
    const added = add({ createdAt: instant('2026-11-20 12:01') })
    expect(added.ok && [added.value.createdAt, ...froms(added.value)]).toEqual([toInstant(NOW), toInstant(NOW)])
  })

  it.each<[string, Partial<Plan>, string, string]>([
    ['no times', { reminderTimes: [] }, 'reminderTimes', 'At least one reminder time is required'],
    [
      'times, though only when needed',
      { schedule: { kind: 'as-needed' } },
      'reminderTimes',
      'A medication taken only when needed has no reminder times',
    ],
    [
      'an end before the start',
      { startDate: day('2026-11-21'), endDate: day('2026-11-20') },
      'endDate',
      'The end date must not be before the start date',
    ],
  ])('is refused with %s, naming the field', (_what, plan, field, error) => {
    expect(add(plan)).toEqual({ ok: false, error: { status: 400, code: 'invalid', field, error } })
  })

  it('keeps nothing of its input that is no field of the record', () => {
    const added = addMedication(
      {
        id: METFORMIN,
        ...texts,
        ...samplePlan(),
        createdAt: instant('2026-11-20 11:00'),
        ...{ allowDuplicate: true },
      },
      NOW,
    )
    expect(added.ok && Object.keys(added.value)).not.toContain('allowDuplicate')
  })
})

describe('editing a medication', () => {
  const other = samplePlan({ reminderTimes: times('09:00') })

  it('changes the texts that were named, leaves the others, and makes no new version', () => {
    const edited = edit(sampleMedication(), { name: 'Metformin', dosage: undefined }, '2026-11-20 11:00')
    expect(edited).toEqual({ ...sampleMedication(), name: 'Metformin', updatedAt: toInstant(NOW) })
  })

  it('sets the mark and takes it away, and leaves it where nothing is said of it', () => {
    const marked = edit(sampleMedication(), { important: true }, '2026-11-20 11:00')
    expect(marked).toEqual({ ...sampleMedication(), important: true, updatedAt: toInstant(NOW) })
    expect(edit(marked, { name: 'Metformin' }, '2026-11-20 11:00').important).toBe(true)
    expect(edit(marked, { important: false }, '2026-11-20 11:00').important).toBe(false)
  })

  it.each([
    ['strength', { strength: { amount: '500' as Amount, unit: 'mg', per: 'tablet' } }],
    ['picture', { look: { shape: 'capsule' as const, colours: ['red' as const, 'yellow' as const] } }],
    ['photo', { photo: RED_PHOTO }],
  ])('has its %s until it is taken away, and leaves it where nothing is said of it', (_, extra) => {
    const given = edit(sampleMedication(), extra, '2026-11-20 11:00')
    expect(given).toEqual({ ...sampleMedication(), ...extra, updatedAt: toInstant(NOW) })
    expect(edit(given, { name: 'Metformin' }, '2026-11-20 11:00')).toMatchObject(extra)
    const [field = ''] = Object.keys(extra)
    expect(edit(given, { [field]: null }, '2026-11-20 11:00')).toMatchObject({ [field]: null })
  })

  it('has its notices until they are taken away, and leaves them where nothing is said of them', () => {
    const notices = { headsUp: 15, followUps: [30] }
    const noticed = edit(sampleMedication(), { notices }, '2026-11-20 11:00')
    expect(noticed).toEqual({ ...sampleMedication(), notices, updatedAt: toInstant(NOW) })
    expect(edit(noticed, { name: 'Metformin' }, '2026-11-20 11:00').notices).toEqual(notices)
    expect(edit(noticed, { notices: null }, '2026-11-20 11:00').notices).toBeNull()
  })

  it('has the limits of its label until they are taken away, and leaves them where nothing is said of them', () => {
    const limits = { minHours: 4, maxIn24h: '8' as Amount }
    const limited = edit(sampleMedication(), { limits }, '2026-11-20 11:00')
    expect(limited).toEqual({ ...sampleMedication(), limits, updatedAt: toInstant(NOW) })
    expect(edit(limited, { name: 'Metformin' }, '2026-11-20 11:00').limits).toEqual(limits)
    expect(edit(limited, { limits: null }, '2026-11-20 11:00').limits).toBeNull()
  })

  it('learns barcodes and forgets them, and leaves them where nothing is said of them', () => {
    const barcodes = ['09300675003261' as Gtin]
    const learned = edit(sampleMedication(), { barcodes }, '2026-11-20 11:00')
    expect(learned).toEqual({ ...sampleMedication(), barcodes, updatedAt: toInstant(NOW) })
    expect(edit(learned, { name: 'Metformin' }, '2026-11-20 11:00').barcodes).toEqual(barcodes)
    expect(edit(learned, { barcodes: [] }, '2026-11-20 11:00').barcodes).toEqual([])
  })

  it('can empty a text', () => {
    expect(edit(sampleMedication(), { instructions: '' }, '2026-11-20 11:00').instructions).toBe('')
  })

  it('makes no new version of the plan that is there, whatever the order of its fields', () => {
    const cycle = { kind: 'cycle', daysOn: 2, daysOff: 3, anchorDate: day('2026-11-01') } as const
    const again = { anchorDate: day('2026-11-01'), daysOff: 3, daysOn: 2, kind: 'cycle' } as const
    const medication = sampleMedication({}, [{ schedule: cycle }])
    const edited = edit(medication, { plan: samplePlan({ schedule: again }) }, '2026-11-20 11:00')
    expect(edited.versions).toEqual(medication.versions)
  })

  it('of the plan makes a version from the instant of the edit, and the record carries it', () => {
    const edited = edit(sampleMedication(), { plan: other }, '2026-11-20 11:00')
    expect(froms(edited)).toEqual([instant('2026-11-01 00:00'), instant('2026-11-20 11:00')])
    expect(edited).toMatchObject(other)
    expect(edited.versions[1]).toEqual({ ...other, effectiveFrom: instant('2026-11-20 11:00') })
  })

  it('is never in force from a moment in the future', () => {
    expect(froms(edit(sampleMedication(), { plan: other }, '2026-11-20 18:00')).at(-1)).toBe(toInstant(NOW))
  })

  it('that arrives late wins, but never reaches back behind the version that is there', () => {
    const first = edit(sampleMedication(), { plan: other }, '2026-11-20 10:00')
    const third = samplePlan({ reminderTimes: times('22:00') })
    const late = edit(first, { plan: third }, '2026-11-20 08:30')
    expect(late).toMatchObject(third)
    expect(froms(late)).toEqual([instant('2026-11-01 00:00'), instant('2026-11-20 10:00')])
    const morning = slotsOn(late, day('2026-11-20'), SYDNEY).map((slot) => slot.time)
    expect(morning).toEqual(['08:00', '22:00'])
  })

  it('at the same instant as the last one replaces it', () => {
    const first = edit(sampleMedication(), { plan: other }, '2026-11-20 10:00')
    const back = edit(first, { plan: samplePlan() }, '2026-11-20 10:00')
    expect(froms(back)).toEqual([instant('2026-11-01 00:00'), instant('2026-11-20 10:00')])
    expect(back).toMatchObject(samplePlan())
  })

  it('to a plan that makes no sense is refused and changes nothing', () => {
    const medication = sampleMedication()
    const result = editMedication(
      medication,
      { name: 'X', plan: samplePlan({ reminderTimes: [] }) },
      instant('2026-11-20 11:00'),
      NOW,
    )
    expect(result).toMatchObject({ ok: false, error: { status: 400, field: 'reminderTimes' } })
    expect(medication).toEqual(sampleMedication())
  })

  it('applied a second time changes nothing more, so a view may be computed again and again', () => {
    const once = edit(sampleMedication(), { name: 'Metformin', plan: other }, '2026-11-20 11:00')
    expect(edit(once, { name: 'Metformin', plan: other }, '2026-11-20 11:00')).toEqual(once)
  })

  it('in any number and order keeps the versions in strict order of time, the last one being the record’s plan', () => {
    const hours = fc.array(fc.tuple(fc.integer({ min: -300, max: 300 }), fc.constantFrom('07:00', '08:00', '09:00')))
    fc.assert(
      fc.property(hours, (edits) => {
        let medication = sampleMedication()
        for (const [hour, time] of edits) {
          const before = medication
          const plan = samplePlan({ reminderTimes: times(time) })
          const result = editMedication(before, { plan }, toInstant(NOW + hour * HOUR), NOW)
          if (!result.ok) throw new Error(result.error.error)
          medication = result.value
          expect(medication.versions.slice(0, before.versions.length - 1)).toEqual(before.versions.slice(0, -1))
          expect(medication.reminderTimes).toEqual([time])
        }
        const order = froms(medication)
        expect(order).toEqual([...new Set(order)].sort())
        expect(order.every((from) => from <= toInstant(NOW))).toBe(true)
        expect(medication.versions.at(-1)?.reminderTimes).toEqual(medication.reminderTimes)
      }),
    )
  })
})

describe('many edits of a plan', () => {
  const edited = (count: number) => {
    let medication = sampleMedication({ createdAt: instant('2006-01-01 00:00') }, [{ from: '2006-01-01 00:00' }])
    const first = at('2006-01-01 12:00')
    for (let day = 0; day < count; day += 1) {
      const plan = samplePlan({ reminderTimes: times(day % 2 === 0 ? '09:00' : '10:00') })
      const result = editMedication(medication, { plan }, toInstant(first + day * 24 * HOUR), NOW)
      if (!result.ok) throw new Error(result.error.error)
      medication = result.value
    }
    return medication
  }

  it('on every day for twenty years are never refused, and keep the versions of more than a year', () => {
    const { versions, reminderTimes } = edited(20 * 365)
    expect(versions).toHaveLength(MOST_VERSIONS)
    const [oldest, newest] = [versions[0], versions.at(-1)]
    const days = (msOf(newest?.effectiveFrom as Instant) - msOf(oldest?.effectiveFrom as Instant)) / (24 * HOUR)
    expect(days).toBeGreaterThan(366)
    expect(newest?.reminderTimes).toEqual(reminderTimes)
  })

  it('that are as many as are kept lose none', () => {
    expect(froms(edited(MOST_VERSIONS - 1))[0]).toBe(instant('2006-01-01 00:00'))
    expect(froms(edited(MOST_VERSIONS))[0]).toBe(toInstant(at('2006-01-01 12:00')))
  })
})

describe('stopping a medication', () => {
  it('keeps everything but the moment it stopped, never in the future', () => {
    expect(stopMedication(sampleMedication(), instant('2026-11-20 11:00'), NOW)).toEqual({
      ...sampleMedication(),
      stoppedAt: instant('2026-11-20 11:00'),
      updatedAt: toInstant(NOW),
    })
    expect(stopMedication(sampleMedication(), instant('2026-11-20 13:00'), NOW).stoppedAt).toBe(toInstant(NOW))
  })

  it('is taken back with null', () => {
    const stopped = stopMedication(sampleMedication(), instant('2026-11-20 11:00'), NOW)
    expect(stopMedication(stopped, null, NOW)).toEqual({ ...sampleMedication(), updatedAt: toInstant(NOW) })
  })
})

describe('a duplicate medication', () => {
  const candidate = { id: sampleId<MedicationId>(2), name: 'metforminXR', dosage: '1000MG' }
  const refusal = (others: Medication[], mine: typeof candidate = candidate, now = NOW) =>
    duplicateRefusal(mine, others, now, SYDNEY)

  it('has the same name and dosage, ignoring case and spaces; the refusal names the one that is there', () => {
    expect(refusal([sampleMedication()])).toEqual({
      status: 409,
      code: 'duplicate',
      error: 'You already have Metformin XR in your medications',
      field: 'name',
    })
  })

  it.each([
    ['another name', { ...candidate, name: 'Metformin' }],
    ['another dosage', { ...candidate, dosage: '500 mg' }],
    ['no dosage', { ...candidate, dosage: '' }],
    ['itself', { ...candidate, id: METFORMIN }],
  ])('is not one with %s', (_what, mine) => {
    expect(refusal([sampleMedication()], mine)).toBeNull()
  })

  it('is one with accents composed in another way', () => {
    const composed = sampleMedication({ name: 'Caf\u00e9ine' })
    expect(refusal([composed], { ...candidate, name: 'cafe\u0301ine' })).not.toBeNull()
  })

  it('is told by name and dosage each, not by the two run together', () => {
    expect(
      refusal([sampleMedication({ name: 'A|B', dosage: 'C' })], { ...candidate, name: 'A', dosage: 'B|C' }),
    ).toBeNull()
  })

  it('counts only among active ones: neither stopped nor past the end date in the plan zone', () => {
    expect(refusal([sampleMedication({ stoppedAt: instant('2026-11-20 11:00') })])).toBeNull()
    const ending = [sampleMedication({}, [{ endDate: day('2026-11-20') }])]
    expect(refusal(ending, candidate, at('2026-11-20 23:59'))).not.toBeNull()
    expect(refusal(ending, candidate, at('2026-11-21 00:00'))).toBeNull()
  })
})
