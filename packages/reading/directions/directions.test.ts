import { describe, expect, test } from 'vitest'
import { formatDirections } from './format.ts'
import { readDirections } from './read-directions.ts'
import { type Directions, type DirectionValues, directionValues } from './values.ts'

const values = (text: string) => directionValues(readDirections(text))
const asked = (directions: Directions) => directions.asks.map(({ reason, field, words }) => [reason, field, words])

describe('directions are read as they are worded', () => {
  test.each<[string, Partial<DirectionValues>]>([
    ['Take ONE tablet TWICE a day', { dose: 1, unit: 'tablet', timesPerDay: 2 }],
    ['one bd for 5/7', { dose: 1, timesPerDay: 2, durationDays: 5 }],
    ['1 tds pc 2/52', { dose: 1, timesPerDay: 3, withFood: 'after', durationDays: 14 }],
    ['2 every 4 hours after food', { dose: 2, everyHours: 4, withFood: 'after' }],
    ['1-0-1', { dose: 1, timesPerDay: 2, when: ['morning', 'night'] }],
    ['take one every second day', { dose: 1, everyDays: 2 }],
    ['1 tab on alternate days', { dose: 1, unit: 'tablet', everyDays: 2 }],
    ['1 cap weekly', { dose: 1, unit: 'capsule', everyDays: 7 }],
    ['10 mg three times every week', { dose: 10, unit: 'mg', timesPerWeek: 3 }],
    [
      '1 or 2 puffs q4-6h prn, max 8 puffs in 24 hours',
      {
        dose: 1,
        doseMax: 2,
        unit: 'puff',
        everyHours: 4,
        everyHoursMax: 6,
        asNeeded: true,
        maxPerDay: 8,
        maxUnit: 'puff',
      },
    ],
    [
      'one and a half tablets at 8am and 8pm',
      { dose: 1.5, unit: 'tablet', timesPerDay: 2, times: ['08:00', '20:00'] as DirectionValues['times'] },
    ],
    [
      '1 tablet in the morning and 2 at night',
      {
        unit: 'tablet',
        partDoses: [
          { when: 'morning', dose: 1 },
          { when: 'night', dose: 2 },
        ],
        timesPerDay: 2,
        when: ['morning', 'night'],
      },
    ],
    ['metformin 500 mg tablets take 1 bd', { dose: 1, unit: 'tablet', timesPerDay: 2 }],
    ['500mg 1 tds', { dose: 1, timesPerDay: 3 }],
    ['2 caps each nite b4 bed', { dose: 2, unit: 'capsule', timesPerDay: 1, when: ['night'] }],
    ['1 drop L eye bd', { dose: 1, unit: 'drop', timesPerDay: 2, route: 'ophthalmic' }],
    ['2 drops to rt ear tds', { dose: 2, unit: 'drop', timesPerDay: 3, route: 'otic' }],
    ['½ to ONE tablet daily', { dose: 0.5, doseMax: 1, unit: 'tablet', timesPerDay: 1 }],
    ['half to one capsule at night', { dose: 0.5, doseMax: 1, unit: 'capsule', timesPerDay: 1, when: ['night'] }],
    ['1 tab daily, may repeat x1', { dose: 1, unit: 'tablet', timesPerDay: 1 }],
    ['Tkae two tabelts tiwce a dya', { dose: 2, unit: 'tablet', timesPerDay: 2 }],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected)
  })
})

describe('a frequency is never made up (decision 027)', () => {
  test.each([
    'Take as directed',
    'one tablet',
    'apply sparingly',
    'Take 2 tablets 3 times',
    'each quarter day',
    'half times a day',
    'Store below 25 degrees, keep out of reach of children',
    'Dr Lee, 12 Day Street, phone 03 9342 7000',
  ])('%s', (text) => {
    const { timesPerDay, everyHours, everyDays, timesPerWeek, everyMonths } = readDirections(text)
    expect([timesPerDay, everyHours, everyDays, timesPerWeek, everyMonths]).toEqual(Array(5).fill(null))
  })
})

describe('shorthand that has harmed people is asked, and its value a guess', () => {
  test.each([
    ['1 tab od', ['shorthand', 'timesPerDay', 'od'], 'timesPerDay'],
    ['1 tab QD', ['shorthand', 'timesPerDay', 'QD'], 'timesPerDay'],
    ['1 tab q.o.d.', ['shorthand', 'everyDays', 'q.o.d.'], 'everyDays'],
    ['10 U at night', ['shorthand', 'unit', '10 U'], 'unit'],
    ['.5 mg at night', ['shorthand', 'dose', '.5 mg'], 'dose'],
    ['5.0 mg at night', ['shorthand', 'dose', '5.0 mg'], 'dose'],
  ] as const)('%s', (text, ask, field) => {
    const read = readDirections(text)
    expect(asked(read)).toEqual([ask])
    expect(read[field]?.confidence).toBe('guess')
  })

  test('doses that change from day to day are asked', () => {
    const read = readDirections('2 tablets stat then 1 tablet daily for 4 days')
    expect(asked(read)).toEqual([['changing', 'dose', '2 tablets stat then 1 tablet']])
    expect(read.dose?.confidence).toBe('guess')
  })

  test('a frequency that changes is asked, and only its beginning read', () => {
    const read = readDirections('1 tablet twice a day for 7 days then once daily')
    expect(asked(read)).toEqual([['changing', 'timesPerDay', 'twice a day for 7 days then once daily']])
    expect(read.timesPerDay).toMatchObject({ value: 2, confidence: 'guess' })
    expect(read.durationDays?.confidence).toBe('guess')
  })

  test('a typing error that was repaired makes a guess', () => {
    expect(readDirections('1 tablet tiwce a day').timesPerDay).toMatchObject({
      value: 2,
      confidence: 'guess',
    })
  })

  test('what is written in full asks nothing and is sure', () => {
    const read = readDirections('Take 1 tablet by mouth once a day')
    expect(read.asks).toEqual([])
    expect([read.dose, read.unit, read.timesPerDay, read.route].map((fact) => fact?.confidence)).toEqual(
      Array(4).fill('sure'),
    )
  })
})

const sure = (text: string) => {
  const read = readDirections(text)
  return Object.fromEntries(
    Object.entries(values(text)).filter(([field]) => read[field as keyof DirectionValues]?.confidence === 'sure'),
  )
}

describe('a count that could not be read is not left out of how often', () => {
  test.each<[string, Partial<DirectionValues>, string[]]>([
    ['take two tablets two weekly', { everyDays: 14 }, ['two weekly']],
    ['1 injection 3 monthly', { everyMonths: 3 }, ['3 monthly']],
    ['1mg IM 12 weekly', { everyDays: 84 }, ['12 weekly']],
    ['1 tab bi-weekly', {}, ['bi-weekly']],
    ['1 tab biweekly', {}, ['biweekly']],
    ['Take ONE tablet TW1CE daily', { timesPerDay: 2 }, []],
    ['Take ONE tablet THR3E times daily', { timesPerDay: 3 }, []],
    ['Take ONE tablet THREE tirnes a day', { timesPerDay: 3 }, []],
    ['Take ONE tablet TW0 times a day', { timesPerDay: 2 }, []],
    ['Take ONE tablet once a vveek', { everyDays: 7 }, []],
    ['Take ONE tablet every l2 hours', { everyHours: 12 }, []],
    ['Take ONE tablet THR EE times a day', {}, []],
    ['Take ONE tablet T8ZCE daily', {}, []],
    ['FOUR tablets ONCE A WE EK daily', { timesPerDay: 1 }, ['ONCE A WE']],
    ['THREE DAILY', { timesPerDay: 1 }, ['THREE']],
    ['2x1 daily', {}, ['2x']],
    ['1 mane, 1 midi, 2 nocte', { timesPerDay: 2 }, ['1 midi']],
    ['2 om 1 on', { timesPerDay: 2 }, ['om 1 on']],
    ['1 tab M W F', { weekdays: [1, 3, 5] }, ['M W F']],
  ])('%s', (text, guessed, words) => {
    const read = readDirections(text)
    expect(values(text)).toMatchObject(guessed)
    const often = ['timesPerDay', 'everyHours', 'everyDays', 'timesPerWeek', 'everyMonths', 'weekdays', 'once'] as const
    for (const field of often) {
      if (field in guessed) expect([field, read[field]?.confidence]).toEqual([field, 'guess'])
      else expect([field, read[field]]).toEqual([field, null])
    }
    // What stands beside it may be asked about in the same question.
    const asked = read.asks.map((ask) => ask.words).join(' … ')
    for (const one of words) expect(asked).toContain(one)
  })

  test('two days of a month are no whole month', () => {
    const read = readDirections('ONE on the 1st and 15th of each month')
    expect(read.everyMonths?.confidence).not.toBe('sure')
  })

  test('a number with its unit, and every fourth week, are no such counts', () => {
    expect(sure('Take 2 tablets daily')).toEqual({ dose: 2, unit: 'tablet', timesPerDay: 1 })
    expect(sure('one tablet every fourth week')).toEqual({ dose: 1, unit: 'tablet', everyDays: 28 })
    expect(sure('Vitamin B12 daily')).toEqual({ timesPerDay: 1 })
    expect(sure('2tabs daily')).toMatchObject({ dose: 2, timesPerDay: 1 })
    expect(sure('take one tablet at the same time every day')).toMatchObject({ timesPerDay: 1 })
  })
})

describe('spaces and first letters that a recogniser lost', () => {
  test.each<[string, Partial<DirectionValues>]>([
    ['ONE tablet bymouth TWICEDAILY', { dose: 1, unit: 'tablet', timesPerDay: 2, route: 'oral' }],
    ['2 puffs three times aday', { dose: 2, unit: 'puff', timesPerDay: 3 }],
    ['2 puffs twiceaday', { dose: 2, unit: 'puff', timesPerDay: 2 }],
    ['1 capsule dailyfor 7 days', { dose: 1, unit: 'capsule', timesPerDay: 1, durationDays: 7 }],
    ['TAKEONECAPSULEATNIGHT', { dose: 1, unit: 'capsule', timesPerDay: 1, when: ['night'] }],
    ['1 patch once weeklyfor 3 weeks', { dose: 1, unit: 'patch', everyDays: 7, durationDays: 21 }],
    ['1 lablet fwice daily', { dose: 1, unit: 'tablet', timesPerDay: 2 }],
    ['ONE oapsule cvery morning', { dose: 1, unit: 'capsule', timesPerDay: 1, when: ['morning'] }],
    ['2 tablets at hedtime', { dose: 2, unit: 'tablet', timesPerDay: 1, when: ['night'] }],
    ['ONE capsu1e daily', { dose: 1, unit: 'capsule', timesPerDay: 1 }],
    ['ONE tablet with breakfast and ONE with cvening meal', { timesPerDay: 2 }],
  ])('%s is read, and not sure', (text, expected) => {
    expect(values(text)).toMatchObject(expected)
    const read = readDirections(text)
    const kept = [read.unit, read.timesPerDay, read.everyDays, read.route]
    expect(kept.flatMap((fact) => fact?.confidence ?? [])).toContain('guess')
  })

  test.each(['one tablet today', 'use the dropper', 'intake of water', 'two tonight only', 'mouthwash later'])(
    '%s is none of them',
    (text) => {
      const { timesPerDay, everyHours, route } = readDirections(text)
      expect([timesPerDay, everyHours, route]).toEqual([null, null, null])
    },
  )
})

describe('prescribers’ order of count and form', () => {
  test.each<[string, Partial<DirectionValues>]>([
    ['Tab 1 bd', { dose: 1, unit: 'tablet', timesPerDay: 2 }],
    ['caps ii po tds', { dose: 2, unit: 'capsule', timesPerDay: 3, route: 'oral' }],
    ['puffs 2 qid', { dose: 2, unit: 'puff', timesPerDay: 4 }],
    ['gtts i in both eyes bd', { dose: 1, unit: 'drop', timesPerDay: 2, route: 'ophthalmic' }],
    ['Cap. 1-0-1', { dose: 1, unit: 'capsule', timesPerDay: 2, when: ['morning', 'night'] }],
    ['my tablets i have two at night', { dose: 2, timesPerDay: 1, when: ['night'] }],
    ['20 mg tablet 1 at night', { dose: 1, unit: 'tablet', timesPerDay: 1, when: ['night'] }],
    ['Ramipril 5mg: 1 cap daily', { dose: 1, unit: 'capsule', timesPerDay: 1 }],
  ])('%s', (text, expected) => {
    expect(sure(text)).toEqual(expected)
  })

  test.each<[string, number, string]>([
    ['2 T PO BID', 2, 'tablet'],
    ['1 C PO TID', 1, 'capsule'],
    ['½ T mane', 0.5, 'tablet'],
    ['T tab bd', 1, 'tablet'],
    ['TT caps nocte', 2, 'capsule'],
  ])('letters for a form or a count are asked: %s', (text, dose, unit) => {
    const read = readDirections(text)
    expect([read.dose?.value, read.unit?.value]).toEqual([dose, unit])
    expect(read.dose?.confidence === 'guess' || read.unit?.confidence === 'guess').toBe(true)
    expect(asked(read).map(([reason]) => reason)).toEqual(['shorthand'])
  })

  test.each(['1 c food bd', 'vitamin c bd', 'can’t sleep'])('%s has no such letter', (text) => {
    expect(readDirections(text).unit).toBeNull()
  })
})

describe('only if something else is not enough', () => {
  test.each([
    'TWO at night if one has not helped',
    'ONE up to TWICE a day if the tablets on their own aren’t enough',
    'ONE daily if pain not controlled',
    '2 puffs if your breathing gets worse',
    'Apply at night if the itching persists',
    'ONE tablet if the pain comes back',
    '1 sachet daily if diet alone does not work',
    'ONE three times a day if your cough is no longer settling with the syrup',
  ])('%s: when needed, as a guess', (text) => {
    expect(readDirections(text).asNeeded).toMatchObject({ value: true, confidence: 'guess' })
  })

  test.each([
    'ONE twice a day. See your doctor if symptoms persist',
    'ONE twice a day and contact us if it gets worse',
    'ONE tds, may repeat if not relieved',
    'ONE daily with food if it upsets your stomach',
    'ONE daily, a second dose if the pain returns',
    'ONE daily if directed',
    'ONE daily, stop if rash worsens',
    'ONE daily, even if you feel well',
  ])('%s: every day', (text) => {
    expect(readDirections(text).asNeeded).toBeNull()
  })
})

describe('what is not to be done is no more to do', () => {
  const morning: Partial<DirectionValues> = { timesPerDay: 1, when: ['morning'] }
  test.each<[string, Partial<DirectionValues>]>([
    ['Take ONE every morning for blood pressure. Do not take at night', { dose: 1, ...morning }],
    ['Take ONE in the morning, not at night', { dose: 1, ...morning }],
    ['Apply ONE patch in the morning and remove at night', { dose: 1, unit: 'patch', ...morning }],
    ['Apply at night and wash off in the morning', { timesPerDay: 1, when: ['night'] }],
    ['Take twice daily but not with food', { timesPerDay: 2 }],
    ['Do not take with food. ONE tablet at night', { dose: 1, unit: 'tablet', timesPerDay: 1, when: ['night'] }],
    ['Do not take after food. 1 before food bd', { dose: 1, timesPerDay: 2, withFood: 'before' }],
    ['ONE daily, omit on Sundays', { dose: 1, timesPerDay: 1, weekdays: [1, 2, 3, 4, 5, 6] }],
    ['ONE daily but not on Fridays', { dose: 1, timesPerDay: 1, weekdays: [1, 2, 3, 4, 6, 7] }],
    ['ONE daily except weekends', { dose: 1, timesPerDay: 1, weekdays: [1, 2, 3, 4, 5] }],
    ['ONE tablet daily, start on Monday', { dose: 1, unit: 'tablet', timesPerDay: 1 }],
    ['Take 1 tab tds, omit midday dose if drowsy', { dose: 1, unit: 'tablet', timesPerDay: 3 }],
    ['Do not take this medicine on an empty stomach. ONE bd', { dose: 1, timesPerDay: 2 }],
    ['Take FOUR tablets ONCE A WEEK NOT TO BE TAKEN DAILY', { dose: 4, unit: 'tablet', everyDays: 7 }],
    ['Remove and replace every 7 days', { everyDays: 7 }],
    ['Take 1 bd. Do not take more than 4 in 24 hours', { dose: 1, timesPerDay: 2, maxPerDay: 4 }],
  ])('%s', (text, expected) => {
    expect(sure(text)).toEqual(expected)
  })

  test.each([
    ['ONE tablet daily except on methotrexate day', 'except on methotrexate day'],
    ['ONE tablet daily, not on dialysis days', 'not on dialysis days'],
    ['ONE tablet daily on non-dialysis days', 'on non-dialysis days'],
  ])('days that no calendar knows are asked: %s', (text, words) => {
    const read = readDirections(text)
    expect(read.timesPerDay?.confidence).toBe('guess')
    expect(read.asks.map((ask) => ask.words)).toContain(words)
  })
})

describe('a single dose', () => {
  test.each(['ONE tablet as a single dose', 'Take 2 tablets, single dose only', 'ONE capsule at single dose'])(
    '%s is taken once',
    (text) => {
      expect(readDirections(text).once).toMatchObject({ value: true })
      expect(readDirections(text).timesPerDay).toBeNull()
    },
  )

  test.each(['ONE at night as a single dose', 'TWO in the morning, as one single dose'])(
    '%s may be every day: asked',
    (text) => {
      const read = readDirections(text)
      expect(read.timesPerDay?.confidence).toBe('guess')
      expect(asked(read).map(([reason]) => reason)).toEqual(['ambiguous'])
    },
  )

  test('a single dose every day is taken every day', () => {
    expect(sure('TWO tablets daily as a single dose')).toEqual({ dose: 2, unit: 'tablet', timesPerDay: 1 })
  })
})

describe('what changes, or hangs on something else, is asked', () => {
  test.each([
    'ONE tablet daily, increasing to TWO daily after a week',
    'Take 2 daily for 3 days, reduce to 1 daily',
    'TWO twice daily for first week followed by ONE daily',
    'One at night for 3 nights then one every second night',
    '3mg Mon/Wed/Fri and 4mg on other days',
    'one tablet daily from day 16 to day 25 of cycle',
    'ONE daily for 3 weeks then stop for one week',
    'inject 20 units daily 8 units at lunch',
    'Dexamethasone 4mg: 2 tabs bd for 3/7 then reduce by 1 tab every 2/7',
  ])('%s', (text) => {
    const read = readDirections(text)
    const kept = [read.dose, read.timesPerDay, read.everyDays, read.weekdays, read.durationDays]
    expect(kept.flatMap((fact) => fact?.confidence ?? [])).not.toContain('sure')
    expect(read.asks.map(({ reason }) => reason)).toContain('changing')
  })

  test('every night for a while, then twice a week: it begins every night', () => {
    for (const text of ['ONE every night for 2 weeks then twice weekly', '1 nocte for 14 nights then 1 every 3 days']) {
      expect(values(text)).toMatchObject({ timesPerDay: 1, when: ['night'] })
      expect(readDirections(text).timesPerDay?.confidence).toBe('guess')
    }
  })

  test('a part of the day behind a turn belongs to what follows', () => {
    expect(readDirections('1 bd for 3 weeks then 1 nocte').when).toBeNull()
  })

  test('how often at the beginning stands, not how often it changes', () => {
    for (const text of ['8 tabs daily for 5/7 then reduce by 1 every 3 days', '8 tabs bd, reduce by 1 every week'])
      expect(values(text)).toMatchObject({ dose: 8, timesPerDay: text.includes('bd') ? 2 : 1 })
  })

  test.each([
    'ONE tablet daily to reduce blood pressure',
    'ONE tablet a day 2 hours before food',
    'ONE tablet once a week 30 minutes before breakfast',
    'ONE in the morning then ONE at night',
  ])('nothing changes in %s', (text) => {
    expect(readDirections(text).asks).toEqual([])
  })

  test.each([
    'Drink it at 6pm the night before the procedure',
    'ONE tablet on the morning of surgery',
    'ONE immediately, then ONE after each loose bowel motion',
    'x1, with food',
  ])('an event is no day, and no single dose: %s', (text) => {
    const { timesPerDay, once } = readDirections(text)
    expect([timesPerDay, once]).toEqual([null, null])
  })

  test('a sliding scale is no dose', () => {
    const read = readDirections('Sliding scale: BGL 8-10 give 2 units, 10-12 give 4 units')
    expect(read.dose?.confidence).not.toBe('sure')
    expect(read.asks.map(({ words }) => words)).toContain('Sliding scale')
  })
})

describe('a strength beside a count is no dose', () => {
  test.each<[string, Partial<DirectionValues>]>([
    ['Take TWO 2mg tablets daily', { dose: 2, unit: 'tablet', timesPerDay: 1 }],
    ['Take ONE 1mg tablet daily', { dose: 1, unit: 'tablet', timesPerDay: 1 }],
    ['Give FIVE 5mL spoonfuls daily', { dose: 25, unit: 'ml', timesPerDay: 1 }],
    ['Take 2 (two) tablets daily', { dose: 2, unit: 'tablet', timesPerDay: 1 }],
    [
      'Take ONE tablet at 0800 and 2000',
      { dose: 1, unit: 'tablet', timesPerDay: 2, times: ['08:00', '20:00'] as DirectionValues['times'] },
    ],
  ])('%s', (text, expected) => {
    expect(sure(text)).toEqual(expected)
  })

  test('noon on the clock is a time', () => {
    expect(values('1 at 8 am, 12 noon and 6 pm').times).toEqual(['08:00', '12:00', '18:00'])
  })

  test('two of a strength without a form are two, as a guess', () => {
    expect(readDirections('TWO 2mg at night').dose).toMatchObject({ value: 2, confidence: 'guess' })
  })
})

describe('the sentence that is read back', () => {
  test.each([
    [
      '1-2 tab po q4-6h prn max 8/day',
      'Take 1 to 2 tablets by mouth, every 4 to 6 hours, when needed, no more than 8 in 24 hours.',
    ],
    ['ii gtt in both eyes bd 1/52', 'Put 2 drops in the eye, twice a day, for 7 days.'],
    ['half mane, one and a half nocte', 'Take ½ in the morning and 1½ at night, twice a day.'],
    ['nothing of the kind', ''],
  ])('%s', (text, expected) => {
    expect(formatDirections(readDirections(text))).toBe(expected)
  })
})
