import { describe, expect, it } from 'vitest'
import { toInstant } from '#domain/lib/instant.ts'
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

const asked = {
  scanType: 'appointment',
  uploadMethod: 'camera',
  createdAt: toInstant(Date.parse('2026-11-05T20:30:00.000Z')),
} as const

describe('what the answer to a scan means', () => {
  it('8.media a failure without words of the server names its status', () => {
    expect(scanAnswerOf(answered(502, 'Bad Gateway'), asked)).toEqual({
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
    // Gates: nothing fails at them (S6.2), and Premium can be renewed.
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
    expect(scanAnswerOf(answered(status, body), asked)).toMatchObject({ message: 'No.', isFinal })
  })

  it('a success that is no scan came from something in between, and no answer is none', () => {
    expect(scanAnswerOf(answered(200, '<html>'), asked)).toEqual({ kind: 'no-answer' })
    expect(scanAnswerOf(null, asked)).toEqual({ kind: 'no-answer' })
    expect(scanAnswerOf(answered(200, null), asked)).toEqual({ kind: 'no-answer' })
    expect(scanAnswerOf(answered(200, { id: sampleId(7) }), asked)).toEqual({ kind: 'no-answer' })
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
    expect(scanAnswerOf(answered(201, prescription), asked)).toEqual({ kind: 'read', prescription })
  })
  it('7.21.4 the three fields that the specification names are enough: the rest is as it was asked for, or empty', () => {
    const label = { name: 'Amoxicillin', dosage: '500 mg', frequency: '', instructions: 'Three a day' }
    const body = { id: sampleId(7), ocrText: 'AMOXICILLIN', extractedMedications: [label, { name: 'Zinc' }] }
    const unsaid = { schedule: null, proposedTimes: [], sources: {}, asks: [] }
    expect(scanAnswerOf(answered(200, body), asked)).toEqual({
      kind: 'read',
      prescription: {
        ...asked,
        id: sampleId(7),
        imageUrl: '',
        ocrText: 'AMOXICILLIN',
        doctorName: null,
        pharmacyName: null,
        prescriptionDate: null,
        extractedMedications: [
          { ...label, ...unsaid },
          { name: 'Zinc', dosage: '', frequency: '', instructions: '', ...unsaid },
        ],
      },
    })
  })
})
