import { describe, expect, it } from 'vitest'
import { isEmail } from '../records/contact.ts'
import { instant, METFORMIN, sampleEvent, sampleId } from '../testing/samples.ts'
import { BATCH_LIMIT, batchAnswer, batchBody } from './batch.ts'
import { emailDocumentBody } from './documents.ts'
import { COLUMNS_FORM, DOSE_PAGE, dosesAnswer, dosesQuery } from './doses.ts'
import { ERROR_CODES, errorBody } from './errors.ts'
import { errorBodySchema } from './errors-schema.ts'
import { HEARTBEAT_MS, readVersions, SILENCE_MS } from './events.ts'
import { grantBody } from './grants.ts'
import { addMedicationBody, editMedicationBody } from './medications.ts'
import { dueNowQuery } from './reminders.ts'

describe('POST /api/batch', () => {
  const call = { key: sampleId(1), method: 'DELETE', path: `/api/medications/${METFORMIN}` }

  it('carries calls in order, each with its key, with or without a body', () => {
    const calls = [call, { ...call, method: 'POST', path: '/api/doses', body: sampleEvent(1) }]
    expect(batchBody.parse({ calls })).toEqual({ calls })
  })

  it.each<[string, unknown]>([
    ['calls', { calls: [] }],
    ['calls', { calls: Array.from({ length: BATCH_LIMIT + 1 }, () => call) }],
    ['calls.0.key', { calls: [{ ...call, key: 'one' }] }],
    ['calls.0.method', { calls: [{ ...call, method: 'GET' }] }],
    ['calls.0.path', { calls: [{ ...call, path: '/'.repeat(301) }] }],
    ['calls.0', { calls: [{ ...call, retry: true }] }],
  ])('names what is wrong: %s', (field, body) => {
    expect(batchBody.safeParse(body).error?.issues[0]?.path.join('.')).toBe(field)
  })

  it('takes as many calls as its limit', () => {
    expect(batchBody.safeParse({ calls: Array.from({ length: BATCH_LIMIT }, () => call) }).success).toBe(true)
  })

  it('answers each call with its status, body and sequence', () => {
    const results = [
      { status: 201, body: { id: METFORMIN }, seq: 4 },
      { status: 424, body: errorBody('not_attempted', 'Not tried.'), seq: 0 },
    ]
    expect(batchAnswer.parse({ results })).toEqual({ results })
  })
})

describe('an address', () => {
  it.each([
    'bo@example.org',
    'bo..ann@docomo.example.jp',
    'bo.@example.org',
    'r&d!team@example.org',
    'bo@example.xn--p1ai',
    'bo@home',
    'bo@-a.org',
    'bo ann@example.org',
    '',
  ])('%j is one for a call exactly if it is one for its form', (email) => {
    expect(emailDocumentBody.safeParse({ recipientEmail: email }).success).toBe(isEmail(email))
    expect(grantBody.safeParse({ role: 'view', email }).success).toBe(isEmail(email))
  })
})

describe('GET /api/doses', () => {
  it('begins at the beginning, with whole pages', () => {
    expect(dosesQuery.parse({})).toEqual({ since: 0 })
    expect(dosesQuery.parse({ since: '17', limit: '5' })).toEqual({ since: 17, limit: 5 })
  })

  it('S10.4 takes every form, also one of the future', () => {
    expect(dosesQuery.parse({ form: COLUMNS_FORM }).form).toBe(COLUMNS_FORM)
    expect(dosesQuery.parse({ form: 'lines' }).form).toBe('lines')
  })

  it.each([{ since: '-1' }, { since: '1.5' }, { since: 'x' }, { limit: '0' }, { limit: String(DOSE_PAGE + 1) }])(
    'refuses %j',
    (query) => {
      expect(dosesQuery.safeParse(query).success).toBe(false)
    },
  )

  it('answers events with their place in the log', () => {
    const event = { ...sampleEvent(1), seq: 1, receivedAt: instant('2026-11-20 08:03') }
    const answer = { events: [event], cursor: 1, more: false }
    expect(dosesAnswer.parse(JSON.parse(JSON.stringify(answer)))).toEqual(answer)
  })
})

describe('GET /api/reminders/due-now', () => {
  it('takes the hour and minute of the asker', () => {
    expect(dueNowQuery.parse({ hours: '23', minutes: '59' })).toEqual({ hours: 23, minutes: 59 })
    expect(dueNowQuery.parse({ hours: '0', minutes: '0' })).toEqual({ hours: 0, minutes: 0 })
  })

  it.each([
    { hours: '24', minutes: '0' },
    { hours: '0', minutes: '60' },
    { hours: '-1', minutes: '0' },
    { hours: '8.5', minutes: '0' },
    { hours: '8' },
    {},
  ])('refuses %j', (query) => {
    expect(dueNowQuery.safeParse(query).success).toBe(false)
  })
})

describe('an error answer', () => {
  it('says the sentence under both names, the code, and the field only where there is one', () => {
    expect(errorBody('not_found', 'There is no such medication.')).toStrictEqual({
      error: 'There is no such medication.',
      message: 'There is no such medication.',
      code: 'not_found',
    })
    expect(errorBody('invalid', 'No.', 'snapshot.date')).toMatchObject({ field: 'snapshot.date' })
  })

  it.each(ERROR_CODES)('with the code %s is read back', (code) => {
    expect(errorBodySchema.parse(errorBody(code, 'No.'))).toEqual(errorBody(code, 'No.'))
  })
})

it('silence is longer than two heartbeats, so that one lost heartbeat does not cut a connection', () => {
  expect(SILENCE_MS).toBeGreaterThan(2 * HEARTBEAT_MS)
})

describe('dates of a medication body (specification, section 3)', () => {
  it.each([
    ['', null],
    [null, null],
    ['2026-11-20', '2026-11-20'],
  ])('an end date of %j means %j', (sent, meant) => {
    expect(addMedicationBody.parse({ name: 'A', endDate: sent }).endDate).toBe(meant)
  })

  it('an absent date of an edit stays untouched', () => {
    expect(editMedicationBody.parse({})).not.toHaveProperty('endDate')
  })
})

describe('GET /api/events', () => {
  const told = { user: sampleId(1), epoch: 'first', seq: 5, medications: 1, doses: 5 }

  it('S4.6 S10 rows that this version cannot read are left out, and the change notification counts as one without', () => {
    const log = {
      since: 4,
      events: [{ ...sampleEvent(1), kind: 'dreamt', seq: 5, receivedAt: sampleEvent(1).at }],
    }
    expect(readVersions({ ...told, log })).toEqual(told)
    expect(readVersions({ ...told, user: 1 })).toBeNull()
  })
})
