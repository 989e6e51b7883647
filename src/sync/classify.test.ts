import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorBody } from '#domain/protocol/errors.ts'
import { classify } from './classify.ts'

const meaning = (status: number, code: ErrorCode | null, deleting = false) => {
  const body = code === null ? '<html>' : errorBody(code, 'No.')
  return classify({ status, body }, deleting).kind
}

describe('S6 what an answer means', () => {
  it.each([
    [200, null, 'done'],
    [201, null, 'done'],
    [400, 'invalid', 'refused'],
    [404, 'not_found', 'refused'],
    [409, 'duplicate', 'refused'],
    [409, 'id_conflict', 'refused'],
    [410, 'medication_gone', 'refused'],
    [413, 'too_large', 'refused'],
    [413, 'storage_full', 'refused'],
    [422, 'key_reused', 'refused'],
    [403, 'premium_required', 'refused'],
    [401, 'unauthenticated', 'gate'],
    [403, 'age_required', 'gate'],
    [403, 'consent_required', 'gate'],
    [404, 'person_gone', 'gate'],
    [404, 'person_unknown', 'gate'],
    [409, 'wrong_user', 'gate'],
    [410, 'account_gone', 'gate'],
    [426, 'client_too_old', 'gate'],
    [403, 'cross_site', 'temporary'],
    [403, null, 'temporary'],
    [408, null, 'temporary'],
    [424, 'not_attempted', 'temporary'],
    [425, null, 'temporary'],
    [429, 'rate_limited', 'temporary'],
    [500, 'internal', 'temporary'],
    [503, null, 'temporary'],
    [302, null, 'temporary'],
  ] as const)('%i %s is %s', (status, code, kind) => {
    expect(meaning(status, code)).toBe(kind)
  })

  it('S6.5 a DELETE answered 404 or 410 has succeeded, but not one that a gate stopped', () => {
    expect(meaning(404, 'not_found', true)).toBe('done')
    expect(meaning(410, 'medication_gone', true)).toBe('done')
    expect(meaning(410, 'account_gone', true)).toBe('gate')
    expect(meaning(409, 'duplicate', true)).toBe('refused')
  })

  it('S6.3 a refusal carries the sentence, the code and the field', () => {
    const outcome = classify({ status: 409, body: errorBody('duplicate', 'You already have it', 'name') }, false)
    expect(outcome).toEqual({
      kind: 'refused',
      refusal: { status: 409, code: 'duplicate', error: 'You already have it', field: 'name' },
    })
  })

  it.each([
    ['<html>Bad gateway</html>', '502: <html>Bad gateway</html>'],
    ['Bad Gateway', '502: Bad Gateway'],
    [{ oops: 1 }, '502: {"oops":1}'],
  ])('a failure without a sentence of ours (%j) is told as status and body', (body, error) => {
    expect(classify({ status: 502, body }, false)).toMatchObject({ refusal: { error } })
  })

  it('S11.2 a new epoch decides nothing about the write; one that is not named cannot be followed', () => {
    const body = errorBody('new_epoch', 'Restored.')
    expect(classify({ status: 409, body, epoch: 'b', restoredSeq: 7 }, true)).toEqual({
      kind: 'new-epoch',
      epoch: 'b',
      restoredSeq: 7,
    })
    expect(classify({ status: 409, body, epoch: 'b', restoredSeq: null }, false)).toMatchObject({
      restoredSeq: 0,
    })
    expect(classify({ status: 409, body }, false).kind).toBe('temporary')
  })

  it('S6.1 Retry-After is passed on', () => {
    expect(classify({ status: 503, body: '', retryAfter: 7000 }, false)).toMatchObject({ after: 7000 })
  })
})
