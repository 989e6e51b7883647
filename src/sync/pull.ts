import * as z from 'zod/mini'
import { DOSE_PAGE, dosesAnswer } from '#domain/protocol/doses.ts'
import type { Versions } from '#domain/protocol/events.ts'
import { medicationListAnswer } from '#domain/protocol/medications.ts'
import { classify } from './classify.ts'
import { type DrainEnd, type DrainPorts, evidenceOf } from './drain.ts'
import type { SyncAnswer, SyncRequest } from './ports.ts'

/** A list that is older than an acknowledged write is asked for again, at most this often in one pass. */
const LIST_TRIES = 3

export type PullEnd = { kind: 'fresh' } | Exclude<DrainEnd, { kind: 'empty' }>

/**
 * Brings the device up to the server: the medication list (conditional) and the log from its cursor on. Of what a poke told
 * of, only the part that this device does not hold yet: mostly nothing after its own write, one of the two after another's.
 */
export async function pull(ports: DrainPorts, upTo?: Versions): Promise<PullEnd> {
  const { epoch, medicationsHeld, dosesCursor } = await ports.store.readState()
  const told = upTo && upTo.epoch === (epoch ?? upTo.epoch) ? upTo : undefined
  if (!told || medicationsHeld?.epoch !== epoch || medicationsHeld.version < told.medications) {
    const medications = await pullMedications(ports, told?.seq ?? 0)
    if (medications.kind !== 'fresh') return medications
  }
  return told && dosesCursor >= told.doses ? { kind: 'fresh' } : pullDoses(ports)
}

/** @param atLeast the commit a poke told of: a list that does not know it comes from some cache, and is not what is there */
async function pullMedications(ports: DrainPorts, atLeast: number): Promise<PullEnd> {
  for (let tries = 0; tries < LIST_TRIES; tries += 1) {
    const { medicationsEtag } = await ports.store.readState()
    const got = await ask(ports, { method: 'GET', path: '/api/medications', etag: medicationsEtag })
    if ('end' in got) return got.end
    const isOld = got.answer.seq < atLeast
    if (got.answer.status === 304) {
      if (isOld) continue
      return { kind: 'fresh' }
    }
    const list = medicationListAnswer.safeParse(got.answer.body)
    if (!list.success) return { kind: 'temporary', after: null }
    const records = list.data.map(({ isActive: _computed, ...record }) => record)
    const taken = await ports.store.replaceMedications(records, got.answer)
    if (taken && !isOld) return { kind: 'fresh' }
  }
  return tellOfCommits(ports)
}

/**
 * The list stays older than what this device knows. Should the server's database have been replaced by an older one, it learns
 * so from a `since` that it never reached, and begins a new epoch (S11.3).
 */
async function tellOfCommits(ports: DrainPorts): Promise<PullEnd> {
  const { medicationsSeq } = await ports.store.readState()
  const got = await ask(ports, { method: 'GET', path: `/api/doses?since=${medicationsSeq}&limit=1` })
  return 'end' in got ? got.end : { kind: 'temporary', after: null }
}

/** While a page is being stored the next one is on its way: a long log arrives in the time of the slower of the two. */
async function pullDoses(ports: DrainPorts): Promise<PullEnd> {
  let { dosesCursor: since } = await ports.store.readState()
  let asked = askForDoses(ports, since)
  for (;;) {
    const got = await asked
    if ('end' in got) return got.end
    const page = z.safeParse(dosesAnswer, got.answer.body)
    if (!page.success) return { kind: 'temporary', after: null }
    const { events, cursor, more } = page.data
    if (more) asked = askForDoses(ports, cursor)
    if (events.length > 0 || cursor !== since) {
      const stored = ports.store.appendDoses(events, cursor)
      // However either ends, nothing of this pass is on its way any more when its lock is let go.
      await Promise.allSettled([stored, asked])
      await stored
    }
    since = cursor
    if (!more) return { kind: 'fresh' }
  }
}

const askForDoses = (ports: DrainPorts, since: number): Promise<Got> =>
  ask(ports, { method: 'GET', path: `/api/doses?since=${since}&limit=${DOSE_PAGE}` })

type Got = { answer: SyncAnswer } | { end: PullEnd }

/** One read; everything but a good answer or 304 ends the pull. */
async function ask(ports: DrainPorts, request: SyncRequest): Promise<Got> {
  if (!(await ports.mayGoOn())) return { end: { kind: 'gate', gate: 'signed-out' } }
  const received = await ports.transport.send(request)
  const answer = evidenceOf(received, ports.user)
  if (!answer) return { end: { kind: 'temporary', after: received?.retryAfter ?? null } }
  if (answer.status !== 304) {
    const outcome = classify(answer, false)
    if (outcome.kind === 'gate' || outcome.kind === 'new-epoch') return { end: outcome }
    if (outcome.kind !== 'done') return { end: { kind: 'temporary', after: answer.retryAfter } }
  }
  return { answer }
}
