import { describe, expect, it } from 'vitest'
import { failureOf, pauseAfter, pauseOfCarrier } from './outcome.ts'

const answered = (responseCode: number, command: string) => Object.assign(new Error(), { responseCode, command })
const coded = (code: string) => Object.assign(new Error(), { code })

describe('what a failed attempt means', () => {
  it.each([
    ['the recipient is unknown', answered(550, 'RCPT TO'), false, 'refused'],
    ['the mailbox is full for now', answered(452, 'RCPT TO'), false, 'later'],
    ['the text is not wanted', answered(554, 'DATA'), true, 'refused'],
    ['the text is not taken now', answered(451, 'DATA'), true, 'later'],
    ['the sender may not send', answered(550, 'MAIL FROM'), false, 'unreachable'],
    ['the password is wrong', answered(535, 'AUTH PLAIN'), false, 'unreachable'],
    ['the server wants no connection', answered(554, 'CONN'), false, 'unreachable'],
    ['the server goes', answered(421, 'RCPT TO'), false, 'unreachable'],
    ['nobody listens', coded('ESOCKET'), false, 'unreachable'],
    ['the connection broke before the end of the mail', coded('ECONNECTION'), false, 'unreachable'],
    ['the connection broke after the end of the mail', coded('ECONNECTION'), true, 'unknown'],
    ['the disk is full', coded('ENOSPC'), false, 'unreachable'],
    ['the address is none', coded('EENVELOPE'), false, 'refused'],
    ['a fault of ours', new Error(), false, 'later'],
    ['a value that Node cannot use', coded('ERR_INVALID_ARG_TYPE'), false, 'later'],
    ['no reply that there is', answered(70_000, 'RCPT TO'), false, 'later'],
  ])('%s', (_what, error, mayHaveArrived, kind) => {
    expect(failureOf(error, mayHaveArrived).kind).toBe(kind)
  })
})

it('a mail that is refused for now is tried again after growing pauses for about three days, then given up', () => {
  const pauses = Array.from({ length: 10 }, (_, index) => pauseAfter(index + 1) ?? 0)
  expect(pauses).toEqual([...pauses].sort((one, other) => one - other))
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000
  expect(hours).toBeGreaterThan(48)
  expect(hours).toBeLessThan(96)
  expect(pauseAfter(11)).toBe(null)
})

it('a mail server out of reach is tried after 5 seconds, and at last every 5 minutes', () => {
  expect([1, 2, 3, 20].map(pauseOfCarrier)).toEqual([5_000, 10_000, 20_000, 300_000])
})
