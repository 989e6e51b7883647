import { expect, it } from 'vitest'
import { times } from '#domain/testing/samples.ts'
import { usualTimes } from './usual-times.ts'

const of = (...plans: string[][]) =>
  usualTimes(plans.map((plan) => ({ reminderTimes: times(...plan) }))).map(({ name, time }) => `${name} ${time}`)

it.each<[string, string[][], string[]]>([
  ['usual ones without plans', [], ['Breakfast 08:00', 'Lunch 12:30', 'Dinner 18:00', 'Bedtime 22:00']],
  [
    "the user's own",
    [['07:15', '19:00'], ['07:15'], ['06:00', '23:30']],
    ['Breakfast 07:15', 'Lunch 12:30', 'Dinner 19:00', 'Bedtime 23:30'],
  ],
  [
    'the earliest of equally many',
    [['09:00'], ['07:00']],
    ['Breakfast 07:00', 'Lunch 12:30', 'Dinner 18:00', 'Bedtime 22:00'],
  ],
  ['after midnight still bedtime', [['00:30']], ['Breakfast 08:00', 'Lunch 12:30', 'Dinner 18:00', 'Bedtime 00:30']],
])('the times of day are %s', (_rule, plans, expected) => {
  expect(of(...plans)).toEqual(expected)
})
