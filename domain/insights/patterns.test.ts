import { describe, expect, it } from 'vitest'
import { addDays, isoWeekday, type LocalDate } from '../lib/local-time.ts'
import { at, day, SYDNEY } from '../testing/samples.ts'
import { type Fate, logOf, type Regimen, regimens, seededChance } from '../testing/year-of-doses.ts'
import { chanceOf, welch } from './chance.ts'
import { insightsOf } from './insights.ts'
import { patternText } from './pattern-text.ts'

const TODAY = day('2026-11-20')
const NAMES = { 1: 'Metformin XR', 2: 'Atorvastatin', 3: 'Ramipril' } as const

const FOUR_A_DAY: Regimen[] = [{ number: 1, name: NAMES[1], reminderTimes: ['08:00', '13:00', '18:00', '21:30'] }]
const THREE_MEDICINES: Regimen[] = [
  { number: 1, name: NAMES[1], reminderTimes: ['08:00', '18:00'] },
  { number: 2, name: NAMES[2], reminderTimes: ['21:30'] },
  { number: 3, name: NAMES[3], reminderTimes: ['08:00'] },
]

type Dose = { name: string; date: LocalDate; time: string }

function patterns(plans: Regimen[], fate: (dose: Dose) => Fate, since = addDays(TODAY, -60)) {
  const medications = regimens(plans).map((medication) => {
    const effectiveFrom = new Date(at(`${since} 00:00`)).toISOString() as never
    return { ...medication, versions: medication.versions.map((version) => ({ ...version, effectiveFrom })) }
  })
  const events = logOf(medications, since, TODAY, fate)
  return insightsOf({ medications, events, zone: SYDNEY, now: at(`${TODAY} 23:00`) }).patterns
}

const words = (...args: Parameters<typeof patterns>) =>
  patterns(...args).map((pattern) => {
    const number = 'medicationId' in pattern ? Number(pattern.medicationId.slice(-1)) : 0
    const { title, sentence } = patternText(pattern, NAMES[number as keyof typeof NAMES] ?? '')
    return `${title}: ${sentence}`
  })

const isWeekend = ({ date }: Dose) => isoWeekday(date) > 5
const isEven = ({ date }: Dose) => Number(date.slice(8)) % 2 === 0

describe('a pattern is named', () => {
  it('where evening doses at weekends are missed most, with the counts it rests on', () => {
    expect(
      words(FOUR_A_DAY, (dose) => (isWeekend(dose) && dose.time === '18:00' && isEven(dose) ? 'missed' : 0)),
    ).toEqual([
      'Evening doses at weekends are missed most: 7 of 16 evening doses at weekends in the last 8 weeks were not logged; of all others, 0 of 208.',
      'Mornings are steady: 28 of the last 28 mornings are complete.',
    ])
  })

  it('where one medicine slips, and then not its time of the day as well', () => {
    const [first, ...rest] = words(THREE_MEDICINES, (dose) =>
      dose.name === 'Atorvastatin' ? (isEven(dose) ? 'missed' : 45) : 0,
    )
    expect(first).toBe(
      'Atorvastatin is the one that slips: 27 of its 55 doses in the last 8 weeks were not logged; of all others, 0 of 168. You usually log it at 10:15 PM.',
    )
    expect(rest.filter((text) => text.includes('missed'))).toEqual([])
  })

  it.each<[string, (dose: Dose) => boolean, string]>([
    ['of the day', ({ time }) => time === '13:00', 'Midday doses are missed most'],
    ['of the week', isWeekend, 'Weekend doses are missed most'],
    ['on one weekday', ({ date }) => isoWeekday(date) === 7, 'Sunday doses are missed most'],
    [
      'on working days',
      (dose) => dose.time === '13:00' && !isWeekend(dose),
      'Midday doses on weekdays are missed most',
    ],
  ])('for a time %s', (_case, slips, title) => {
    const chance = seededChance(7)
    const found = words(FOUR_A_DAY, (dose) => (slips(dose) && chance() < 0.8 ? 'missed' : 0))
    expect(found[0]).toContain(title)
  })

  it('where doses of a day run late', () => {
    const chance = seededChance(3)
    const found = words(FOUR_A_DAY, ({ date }) => Math.round(chance() * 20) + (isoWeekday(date) === 7 ? 50 : 0))
    expect(found[0]).toBe(
      'Sundays run late: On 8 days in the last 8 weeks, Sunday doses were taken about 50 minutes later than others.',
    )
  })
})

describe('no pattern is named', () => {
  it('from three doses', () => {
    const three = ['2026-11-07', '2026-11-14', '2026-11-15']
    expect(
      words(FOUR_A_DAY, ({ date, time }) => (time === '18:00' && three.includes(date) ? 'missed' : 0)).filter(
        (text) => !text.includes('steady'),
      ),
    ).toEqual([])
  })

  it('in the first days of a record, however clear it looks', () => {
    expect(words(FOUR_A_DAY, ({ time }) => (time === '18:00' ? 'missed' : 0), addDays(TODAY, -4))).toEqual([])
  })

  it('of what was skipped: that is a decision', () => {
    const found = words(FOUR_A_DAY, ({ time }) => (time === '18:00' ? 'skipped' : 0))
    expect(found.filter((text) => !text.includes('steady'))).toEqual([])
  })

  it('where everything is missed alike', () => {
    expect(words(THREE_MEDICINES, isEvenly(0.4))).toEqual([])
  })

  it('out of chance: of 100 people who forget one dose in seven at random, at most 3 are told of one', () => {
    const toldOf = Array.from({ length: 100 }, (_, seed) => {
      const found = patterns(THREE_MEDICINES, isEvenly(1 / 7, seed + 1))
      return found.filter(({ kind }) => kind !== 'steady').length
    })
    expect(toldOf.filter((count) => count > 0).length).toBeLessThanOrEqual(3)
  })
})

/** Forgets doses at random; the others are taken within half an hour. */
function isEvenly(share: number, seed = 1): (dose: Dose) => Fate {
  const chance = seededChance(seed)
  return () => (chance() < share ? 'missed' : Math.round(chance() * 30))
}

describe('how likely chance is', () => {
  it.each([
    // All eight among sixteen: C(16, 8) / C(224, 8).
    [{ hits: 8, of: 16 }, { hits: 0, of: 208 }, 9.29e-11],
    // The lady tasting tea: four out of four cups right.
    [{ hits: 4, of: 4 }, { hits: 0, of: 4 }, 1 / 70],
    [{ hits: 3, of: 4 }, { hits: 1, of: 4 }, 17 / 70],
    [{ hits: 0, of: 4 }, { hits: 2, of: 4 }, 1],
  ])('for %j beside %j is about %d', (group, others, expected) => {
    expect(chanceOf(group, others) / expected).toBeCloseTo(1, 1)
  })

  it('counts standard errors between two means', () => {
    // (2.5 - 6) / sqrt(1.6667 / 4 + 10 / 5)
    expect(welch([1, 2, 3, 4], [2, 4, 6, 8, 10])).toBeCloseTo(-2.2514, 3)
    expect(welch([1], [5, 6])).toBe(0)
    expect(welch([3, 3], [3, 3])).toBe(0)
  })
})
