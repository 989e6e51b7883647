import { and, eq } from 'drizzle-orm'
import { addMedication, type NewMedication } from '#domain/commands/medication-effects.ts'
import {
  countingChanges,
  knownUnits,
  mergeRecord,
  type Origins,
  touchedUnits,
  withOrigin,
} from '#domain/commands/medication-origins.ts'
import { type MedicationId, uuidSchema } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { AddMedicationBody, EditMedicationBody } from '#domain/protocol/medications.ts'
import type { Medication } from '#domain/records/medication.ts'
import { medications, tombstones } from '../db/schema/index.ts'
import { planMedication } from '../reminders/due-index.ts'
import { applyChanges, changesOf } from './medication-edits.ts'
import { buryMedication, ID_CONFLICT, listed, NOT_FOUND, ownedBy, wasDeleted } from './medications.ts'
import { type Answer, refusal, refused } from './sync-answer.ts'
import type { Effect, WriteScope } from './sync-writes.ts'

/**
 * The effects of writes that devices give back after a restore (docs/sync-spec.md, S11). They were accepted once, so no
 * rule of today refuses them; what they meet is decided by original sequences, not by who connects first.
 */

const GONE = refused(410, 'medication_gone', 'This medication was deleted on another device.')

/** The sequence the write had before the restore; never above the commit that takes it back. */
const originOf = ({ originalSeq, seq }: WriteScope): number => Math.min(originalSeq ?? seq, seq)

interface Held {
  record: Medication
  origins: Origins
}

async function held({ tx, user }: WriteScope, id: string): Promise<Held | null> {
  const [row] = await tx
    .select({ record: medications.record, origins: medications.origins })
    .from(medications)
    .where(ownedBy(user, id))
  return row ?? null
}

/** Why an id that is not there cannot be written again; null when nothing speaks against it. */
async function absenceProblem({ tx, user }: WriteScope, id: string): Promise<Answer | null> {
  const own = and(eq(tombstones.userId, user.id), eq(tombstones.id, id))
  const [buried] = await tx.select({ id: tombstones.id }).from(tombstones).where(own)
  if (buried) return GONE
  return (await wasDeleted(tx, id)) ? ID_CONFLICT : null
}

async function insert(scope: WriteScope, record: Medication, status: number): Promise<Effect> {
  const { tx, user, now } = scope
  const problem = await absenceProblem(scope, record.id)
  if (problem) return problem
  const inserted = await tx
    .insert(medications)
    .values({
      id: record.id,
      userId: user.id,
      record,
      origins: withOrigin({}, knownUnits(record), originOf(scope)),
    })
    .onConflictDoNothing()
    .returning({ id: medications.id })
  if (inserted.length === 0) return ID_CONFLICT
  await planMedication(tx, user.id, record, now)
  return { status, body: listed(record, user, now), changes: 'medications' }
}

async function update({ tx, user, now }: WriteScope, before: Held, after: Held): Promise<Effect> {
  const isSame = JSON.stringify(after) === JSON.stringify(before)
  if (isSame) return { status: 200, body: listed(before.record, user, now) }
  const record = { ...after.record, updatedAt: toInstant(now) }
  await tx.update(medications).set({ record, origins: after.origins }).where(ownedBy(user, record.id))
  await planMedication(tx, user.id, record, now)
  return { status: 200, body: listed(record, user, now), changes: 'medications' }
}

/** An addition: 201 with the record that is there, or with the one it brings back; 410 when it was deleted since. */
export async function giveBackAddition(scope: WriteScope, body: AddMedicationBody): Promise<Effect> {
  const { user, now } = scope
  const {
    allowDuplicate: _asked,
    id = scope.newId() as MedicationId,
    createdAt = toInstant(now),
    ...rest
  } = body
  const known = await held(scope, id)
  if (known) return { status: 201, body: listed(known.record, user, now) }
  const input: NewMedication = { ...rest, id, createdAt }
  const added = addMedication(input, now)
  return added.ok ? insert(scope, added.value, 201) : refusal(added.error)
}

/** A record as a device had it from the server up to that sequence: merged unit by unit, or brought back. */
export async function giveBackRecord(scope: WriteScope, id: string, given: Medication): Promise<Effect> {
  if (given.id !== id) return refused(400, 'invalid', 'id must be the id of the address.', 'id')
  const known = await held(scope, id)
  if (!known) return insert(scope, given, 200)
  return update(scope, known, mergeRecord(known.record, known.origins, given, originOf(scope)))
}

/** An edit: what of it is not older than what the record has. */
export async function giveBackEdit(scope: WriteScope, id: string, body: EditMedicationBody): Promise<Effect> {
  if (!uuidSchema.safeParse(id).success) return NOT_FOUND
  const known = await held(scope, id)
  if (!known) return (await absenceProblem(scope, id)) ?? NOT_FOUND
  const seq = originOf(scope)
  const counting = countingChanges(changesOf(known.record, body), known.origins, seq)
  const edited = applyChanges(known.record, counting, body.editedAt, scope.now)
  if (!edited.ok) return refusal(edited.error)
  const record = { ...edited.value, updatedAt: known.record.updatedAt }
  return update(scope, known, { record, origins: withOrigin(known.origins, touchedUnits(counting), seq) })
}

/** A deletion: it wins over everything, also over what comes back later. */
export async function giveBackDeletion(scope: WriteScope, id: string): Promise<Effect> {
  if (!uuidSchema.safeParse(id).success) return NOT_FOUND
  const { tx, user, now } = scope
  const known = await held(scope, id)
  if (!known && (await absenceProblem(scope, id))) return { status: 200, body: { success: true } }
  await buryMedication(tx, user.id, id, now)
  return { status: 200, body: { success: true }, changes: 'medications' }
}
