import type { NewMedication } from '#domain/commands/medication-effects.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { BatchBody } from '#domain/protocol/batch.ts'
import { type ErrorCode, errorBody } from '#domain/protocol/errors.ts'
import type { DoseEvent, LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { SyncAnswer, SyncRequest } from '#src/sync/ports.ts'
import { answer, NOW, newEpochAnswer, serverRecord } from './device.ts'

type Call = BatchBody['calls'][number]
type Result = { status: number; body: unknown; seq: number }

export type RestoredServer = ReturnType<typeof restoredServer>

/** Lets a test decide about a call instead of the server. */
export type Verdict = (call: Call) => { status: number; code: ErrorCode } | null

/**
 * A server as devices find it after a restore: it knows its epoch, accepts what it is given, remembers keys and
 * deletions, and lists what it has. It decides no conflicts and refuses only what `verdict` says.
 */
export function restoredServer(options: { epoch: string; restoredSeq: number; seq: number }) {
  const { epoch, restoredSeq } = options
  const records = new Map<string, Medication>()
  const events = new Map<string, LoggedDoseEvent>()
  const deleted = new Set<string>()
  const answered = new Map<string, Result>()
  const asked: SyncRequest[] = []
  const given: Call[] = []
  let seq = options.seq
  let verdict: Verdict = () => null
  /** How many calls are still answered; after them each gets 503, as if the server stopped halfway. */
  let patience = Number.POSITIVE_INFINITY

  const refusal = (status: number, code: ErrorCode): Result => ({
    status,
    body: errorBody(code, 'No.'),
    seq,
  })
  const done = (status: number, body: unknown): Result => ({ status, body, seq })

  const performDose = (event: DoseEvent): Result => {
    if (deleted.has(event.medicationId)) return refusal(410, 'medication_gone')
    if (!records.has(event.medicationId)) return refusal(404, 'not_found')
    if (event.undoes && !events.has(event.undoes)) return refusal(404, 'not_found')
    seq += 1
    const logged = { ...event, seq, receivedAt: toInstant(NOW) }
    events.set(event.id, logged)
    return done(201, logged)
  }
  const performMedication = ({ method, body }: Call, id: string): Result => {
    if (method === 'DELETE') {
      const isNew = !deleted.has(id)
      records.delete(id)
      deleted.add(id)
      if (isNew) seq += 1
      return isNew ? done(200, { success: true }) : refusal(404, 'not_found')
    }
    if (deleted.has(id)) return refusal(410, 'medication_gone')
    const known = records.get(id)
    if (method === 'PATCH' && !known) return refusal(404, 'not_found')
    seq += 1
    const record: Medication =
      method === 'POST'
        ? (known ?? serverRecord(body as NewMedication))
        : { ...known, ...(body as Medication), id: id as MedicationId }
    records.set(id, record)
    return done(200, { ...record, isActive: true })
  }
  const perform = (call: Call): Result => {
    const stored = answered.get(call.key)
    if (stored) return stored
    const decided = verdict(call)
    if (decided) return refusal(decided.status, decided.code)
    given.push(call)
    if (call.path === '/api/doses') return performDose(call.body as DoseEvent)
    const id = call.path.split('/')[3] ?? (call.body as Medication).id
    return performMedication(call, id)
  }
  const performBatch = (calls: Call[]): Result[] =>
    calls.map((call) => {
      if (patience === 0) return refusal(503, 'unavailable')
      patience -= 1
      const result = perform(call)
      answered.set(call.key, result)
      return result
    })

  const reply = (request: SyncRequest): SyncAnswer => {
    asked.push(request)
    const about = { epoch, seq }
    if (request.epoch && request.epoch !== epoch) return newEpochAnswer(epoch, restoredSeq)
    if (request.path === '/api/batch') {
      const { calls } = request.body as BatchBody
      return answer(200, { results: performBatch(calls) }, { ...about, seq })
    }
    if (request.method === 'GET' && request.path === '/api/medications') {
      const list = [...records.values()].map((record) => ({ ...record, isActive: true }))
      return answer(200, list, { ...about, etag: `"${epoch}.${seq}"` })
    }
    if (request.method === 'GET') return answer(200, logSince(request.path), about)
    const [result] = performBatch([{ ...request, key: request.key ?? '' } as Call])
    return answer(result?.status ?? 500, result?.body, { ...about, seq })
  }
  const logSince = (path: string) => {
    const since = Number(new URLSearchParams(path.split('?')[1]).get('since'))
    const news = [...events.values()].filter((event) => event.seq > since).sort((a, b) => a.seq - b.seq)
    return { events: news, cursor: Math.max(since, news.at(-1)?.seq ?? 0), more: false }
  }

  return {
    reply,
    /** Every request, and every call that took effect or was checked. */
    asked,
    given,
    records,
    events,
    deleted,
    decide: (next: Verdict) => {
      verdict = next
    },
    stopAfter: (calls: number) => {
      patience = calls
    },
  }
}
