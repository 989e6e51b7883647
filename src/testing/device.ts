import type { Command, CommandName } from '#domain/commands/command.ts'
import { addMedication, type NewMedication } from '#domain/commands/medication-effects.ts'
import type { Amount } from '#domain/lib/amount.ts'
import { type IdSource, type MedicationId, newId, type UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { type ErrorCode, errorBody } from '#domain/protocol/errors.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'
import { sampleId, samplePlan } from '#domain/testing/samples.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import type { WriteContext } from '#src/data/write.ts'
import type { SyncAnswer, SyncRequest } from '#src/sync/ports.ts'

type CommandOf<Name extends CommandName> = Extract<Command, { name: Name }>

export const USER = sampleId<UserId>(500)
export const NOW = Date.UTC(2026, 10, 20, 8, 0)

/** A clock that the test moves, and repeatable randomness. */
export function testSource(start = NOW): IdSource & { random(): number; advance(ms: number): void } {
  let now = start
  let count = 0
  return {
    now: () => now,
    random: () => 0.5,
    randomBytes: (length) => {
      count += 1
      return Uint8Array.from({ length }, (_, index) => (count >> (8 * (index % 4))) & 0xff)
    },
    advance: (ms) => {
      now += ms
    },
  }
}

let opened = 0

/** A user's device with a new, empty database. */
export async function testDevice(): Promise<WriteContext & { source: ReturnType<typeof testSource> }> {
  opened += 1
  const db: DosewellDatabase = createDatabase(sampleId<UserId>(1000 + opened))
  await db.open()
  return { db, source: testSource(), zone: 'Australia/Sydney' }
}

export const newMedication = (source: IdSource, texts: Partial<NewMedication> = {}): NewMedication => ({
  id: newId<MedicationId>(source),
  name: 'Metformin',
  dosage: '500 mg',
  frequency: '',
  instructions: '',
  important: false,
  createdAt: toInstant(source.now()),
  ...samplePlan(),
  ...texts,
})

export const addCommand = (input: NewMedication, allowDuplicate = false): CommandOf<'medication.add'> => ({
  name: 'medication.add',
  args: { ...input, allowDuplicate },
})

/** Returns the record as a server would return it at that moment. */
export function serverRecord(input: NewMedication, now = NOW): Medication {
  const added = addMedication(input, now)
  if (!added.ok) throw new Error(added.error.error)
  return added.value
}

export const extraDose = (
  source: IdSource,
  medication: NewMedication,
  event: Partial<DoseEvent> = {},
): CommandOf<'dose.record'> => ({
  name: 'dose.record',
  args: {
    id: newId(source),
    medicationId: medication.id,
    slotId: null,
    kind: 'taken',
    at: toInstant(source.now()),
    loggedAt: toInstant(source.now()),
    until: null,
    undoes: null,
    deviceId: sampleId(900),
    deviceName: 'Test',
    amount: null,
    unit: null,
    note: null,
    snapshot: { name: medication.name, dosage: medication.dosage, date: null, time: null },
    ...event,
  },
})

/** A pack of 28. */
export const addedPack = (
  source: IdSource,
  medication: Pick<NewMedication, 'id'>,
  event: Partial<SupplyEvent> = {},
): CommandOf<'supply.record'> => ({
  name: 'supply.record',
  args: {
    id: newId(source),
    medicationId: medication.id,
    kind: 'added',
    amount: '28' as Amount,
    at: toInstant(source.now()),
    expiresOn: null,
    undoes: null,
    note: null,
    ...event,
  },
})

/** Returns an answer of our server about the user. */
export const answer = (status: number, body: unknown, more: Partial<SyncAnswer> = {}): SyncAnswer => ({
  status,
  body,
  protocol: 1,
  user: USER,
  seq: 1,
  epoch: 'first',
  restoredSeq: null,
  etag: null,
  retryAfter: null,
  ...more,
})

export const errorAnswer = (status: number, code: ErrorCode, error = 'No.'): SyncAnswer =>
  answer(status, errorBody(code, error))

/** Returns the answer of a server that was restored since the request's epoch. */
export const newEpochAnswer = (epoch: string, restoredSeq: number): SyncAnswer => ({
  ...errorAnswer(409, 'new_epoch'),
  epoch,
  restoredSeq,
})

/**
 * Answers a request for the list of appointments, which is empty and knows every commit, and for the log of supplies,
 * which is empty; null for any other request. For tests about everything else.
 */
export function nothingElse({ method, path, epoch }: SyncRequest): SyncAnswer | null {
  if (method !== 'GET') return null
  const knowing = { seq: Number.MAX_SAFE_INTEGER, epoch: epoch ?? null }
  if (path === '/api/appointments') return answer(200, [], knowing)
  const [log, since] = path.split('?since=')
  return log === '/api/supply-events' ? answer(200, { events: [], cursor: Number(since), more: false }, knowing) : null
}

/**
 * A transport that answers through a function and records the requests, except those for the list of appointments and
 * the log of supplies.
 */
export function scriptedTransport(reply: (request: SyncRequest, index: number) => SyncAnswer | null) {
  const requests: SyncRequest[] = []
  return {
    requests,
    async send(request: SyncRequest): Promise<SyncAnswer | null> {
      const none = nothingElse(request)
      if (none) return none
      requests.push(request)
      return reply(request, requests.length - 1)
    },
  }
}
