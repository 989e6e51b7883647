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
    [401, false],
    [403, true],
    [413, true],
    [422, true],
    [429, false],
    [503, false],
  ])('%i is final: %s', (status, isFinal) => {
    const body = errorBody('invalid', 'No.')
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
