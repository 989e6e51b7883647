import { describe, expect, it, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from '../labels/label.ts'
import { readDirections } from './read-directions.ts'
import { DIRECTION_FIELDS } from './values.ts'

const TODAY = '2026-11-22' as LocalDate
const sureOf = (text: string) => DIRECTION_FIELDS.filter((field) => readDirections(text)[field]?.confidence === 'sure')
const labelOf = (directions: string) =>
  readLabel(`PARACETAMOL 500 mg tablets\n${directions}`, { today: TODAY }).medications[0]

describe('beside a number, a time or a limit that could not be understood nothing is sure', () => {
  it.each([
    'TAKE 1 TABLET every 4 to 1/6 hours when needed',
    'Take 1 tablet every 4 to l/6 hours when needed',
    'Take 1 tablet every 4-G hours when needed',
    'Take 1 tablet every 4 to ö hours when needed',
    'Take 1 tablet every G hours when needed',
    'Take 1 tablet every 4 to 6 when needed',
    'Take 1 tablet S times a day when needed',
    'Take 1 tablet tbrcc times a day with food',
    'Take 1 tablet up to S times daily when needed',
    'Take 1 tablet when needed, maximum B tablets in 24 hours',
    'Take 1 tablet every 4 to 6 hours, maximum B tablets in 24 hours',
    'Take 1 tablet at night, no more than B a day',
    'Take B tablets at night',
    'Take | tablet at night',
    'Take ~ tablets at night',
    'Take 1-Z tablets every 4 hours when needed',
    'Take 1 tablet in the morning and Z at night',
    'Take 1 tablet at B am',
    'Take 1 tablet daily for S days',
    'Take 1 tablet tw|ce daily',
    'Take 1 tablet jwice daily',
    'Take 1 tablet twice d@y',
    'Take 2.Smg once daily',
    'Take 2D mL three times a day',
    '1 cap q1d',
    'Take 1 tablet every 6 hours xs needed',
    'every thjrd night apply one patch',
    'TAKE 1 CAPSULE EVERY HOURS',
    'TAKE 1 CAPSULE BY MOUTH TIMES DAILY',
    'TAKE 1 CAPSULE BY MOUTH TIMES DAILY AS NEEDED',
  ])('%s', (text) => {
    expect(sureOf(text)).toEqual([])
    expect(labelOf(text)?.sources.frequency?.confidence ?? 'guess').toBe('guess')
    expect(labelOf(text)?.sources.instructions?.confidence).toBe('guess')
  })

  it('the end of a range is asked about: how often is behind the edge', () => {
    const found = labelOf('TAKE 1 TABLET BY MOUTH TO 8 HOURS WITH FOOD AS NEEDED')
    expect(found?.asks).toEqual(['TO 8 HOURS'])
    expect(found?.sources).toMatchObject({ frequency: { confidence: 'guess' }, instructions: { confidence: 'guess' } })
  })

  it.each(['EVERY HOURS', 'EVERY DAYS', 'BY MOUTH TIMES DAILY'])('no count is made up for a lost one: %s', (often) => {
    expect(labelOf(`TAKE 1 CAPSULE ${often}`)?.frequency).toBe('')
  })

  it.each([
    ['every 4 to ö hours', 'Take 1 tablet every 4 to ö hours when needed', '4 to ö hours'],
    ['a limit far from the count', 'Take 1 tablet S times a day with food, maximum B tablets', 'S times a day'],
  ])('what stands together is asked about in one question: %s', (_what, text, words) => {
    expect(readDirections(text).asks.map((ask) => ask.words)).toContain(words)
  })
})

test('words that mean nothing here leave the rest sure', () => {
  const texts = [
    'Vitamin D3 one tablet twice a day',
    'Apply a pea sized amount to each affected area twice daily',
    'Take one tablet with a cup of tea at the same time every day',
    'Take ONE tablet twice a day. May cause drowsiness',
    'Use one puff in each nostril twice a day',
    'Take two tablets (1,000 mg) in the morning & at night',
    'Take 15 mg MR twice daily',
  ]
  for (const text of texts) expect([text, readDirections(text).timesPerDay?.confidence]).toEqual([text, 'sure'])
})
