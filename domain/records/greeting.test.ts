import { expect, test } from 'vitest'
import type { LocalTime } from '../lib/local-time.ts'
import { greetingAt } from './greeting.ts'

test.each([
  ['03:59', 'Good evening'],
  ['04:00', 'Good morning'],
  ['11:59', 'Good morning'],
  ['12:00', 'Good afternoon'],
  ['16:59', 'Good afternoon'],
  ['17:00', 'Good evening'],
  ['00:10', 'Good evening'],
])('at %s: %s', (time, greeting) => {
  expect(greetingAt(time as LocalTime)).toBe(greeting)
})
