import { describe, expect, it } from 'vitest'
import { errorBody } from '#domain/protocol/errors.ts'
import { sampleId } from '#domain/testing/samples.ts'
import type { SyncAnswer } from '#src/sync/ports.ts'
import { scanAnswerOf } from './scan-calls.ts'

const answered = (status: number, body: unknown): SyncAnswer => ({
  status,
  body,
  protocol: null,
  user: null,
  seq: 0,
  epoch: null,
  restoredSeq: null,
  etag: null,
  retryAfter: null,
})

describe('what the answer to a scan means', () => {
  it('8.media a failure without words of the server names its status', () => {
    expect(scanAnswerOf(answered(502, 'Bad Gateway'))).toEqual({
      kind: 'refused',
      status: 502,
      message: 'Upload failed with status 502',
      isFinal: false,
    })
  })

  it.each([
    [400, 'invalid', true],
    [409, 'id_conflict', true],
    [410, 'prescription_gone', true],
    [413, 'too_large', true],
    [415, 'unsupported_media_type', true],
    [422, 'invalid', true],
    // Gates: nothing fails at them (S6.2), and Premium can be had again.
    [401, 'unauthenticated', false],
    [403, 'age_required', false],
    [403, 'under_age', false],
    [403, 'consent_required', false],
    [403, 'premium_required', false],
    [409, 'wrong_user', false],
    [410, 'account_gone', false],
    [426, 'client_too_old', false],
    [403, 'cross_site', false],
    [409, 'new_epoch', false],
    [408, 'unavailable', false],
    [429, 'rate_limited', false],
    [503, 'unavailable', false],
  ] as const)('S6.2 %i %s is final for the picture: %s', (status, code, isFinal) => {
    const body = errorBody(code, 'No.')
    expect(scanAnswerOf(answered(status, body))).toMatchObject({ message: 'No.', isFinal })
  })

  it('a success that is no scan came from something in between, and no answer is none', () => {
    expect(scanAnswerOf(answered(200, '<html>'))).toEqual({ kind: 'no-answer' })
    expect(scanAnswerOf(null)).toEqual({ kind: 'no-answer' })
    const prescription = {
      id: sampleId(7),
      scanType: 'prescription',
      uploadMethod: 'camera',
      imageUrl: '/x',
      ocrText: '',
      doctorName: null,
      pharmacyName: null,
      prescriptionDate: null,
      extractedMedications: [],
      createdAt: '2026-11-05T20:30:00.000Z',
    }
    expect(scanAnswerOf(answered(201, prescription))).toEqual({ kind: 'read', prescription })
  })
})
