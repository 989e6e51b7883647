import { expect, test } from 'vitest'
import { notificationText } from './notification-text.ts'

const off = { enabled: false, supported: true, permission: 'default', pending: false } as const

test.each([
  [{ ...off, enabled: true, permission: 'granted' } as const, 'On. Repeats after 5 and 10 minutes'],
  [off, 'Off. This device won’t remind you'],
  [{ ...off, pending: true }, 'Your browser is asking you'],
  [{ ...off, permission: 'denied' } as const, 'Off. Blocked in your browser’s settings'],
])('%j', (state, words) => {
  expect(notificationText(state)).toBe(words)
})

test('a browser without notifications says so, whatever else is true', () => {
  expect(notificationText({ ...off, supported: false, permission: 'denied' })).toContain('can’t show')
})
