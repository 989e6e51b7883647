import { useMemo } from 'react'
import type { Command, CommandArgs, DoseCommand, SupplyCommand } from '#domain/commands/command.ts'
import type { DoseAuthor } from '#domain/commands/dose-verbs.ts'
import type { MedicationChanges, MedicationDetails } from '#domain/commands/medication-effects.ts'
import type { Refusal } from '#domain/commands/refusal.ts'
import { type IdSource, type MedicationId, newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { storageFaultOf } from '#src/data/storage-fault.ts'
import { write } from '#src/data/write.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { warnOnce } from '#src/platform/logger.ts'
import { type Session, useSession } from './session.ts'
import { noteStorageFault } from './storage-fault.ts'

/** A write saved on this device: the keys of its outbox entries, for following the first attempt. */
export interface Saved {
  keys: string[]
}

/** Why nothing was saved: a rule refused it, or the device's storage failed. */
export type NotSaved = Refusal | NotStored

/** The device's storage failed and nothing was written. */
export interface NotStored {
  code: 'storage_full' | 'storage_failed'
  error: string
  field?: string
}

export type SaveResult<T = Saved> = Result<T, NotSaved>

/** Returns what is saved together with a new medication. */
type Alongside = (id: MedicationId, source: IdSource) => SupplyCommand[]

export interface Commands {
  /** Adds a medication and what is logged of it at once: one write. */
  addMedication(input: MedicationDetails, alongside?: Alongside): Promise<SaveResult<Saved & { id: MedicationId }>>
  editMedication(id: MedicationId, changes: MedicationChanges): Promise<SaveResult>
  stopMedication(id: MedicationId): Promise<SaveResult>
  /** Undoes a stop. */
  resumeMedication(id: MedicationId): Promise<SaveResult>
  deleteMedication(id: MedicationId): Promise<SaveResult>
  /** Changes the name or the plan zone; fields left out stay unchanged. */
  editProfile(changes: CommandArgs<'profile.edit'>): Promise<SaveResult>
  /** Logs dose events that belong together as one write. Returns them for Undo. */
  record(make: (author: DoseAuthor) => DoseCommand[]): Promise<SaveResult<Saved & { events: DoseEvent[] }>>
}

/**
 * Returns everything a screen may do to the user's data. Changes apply on this device immediately; the engine delivers
 * them.
 */
export function useCommands(): Commands {
  const session = useSession()
  return useMemo(() => commandsOf(session), [session])
}

function commandsOf(session: Session): Commands {
  const context = { db: session.db, source: deviceClock, zone: session.zone }

  const save = (commands: Command[]) => saving(write(context, commands), () => session.sync.deliver())

  const now = () => toInstant(deviceClock.now())

  return {
    async addMedication(input, alongside) {
      const id = newId<MedicationId>(deviceClock)
      const args = { ...input, id, createdAt: now(), allowDuplicate: false }
      const saved = await save([{ name: 'medication.add', args }, ...(alongside?.(id, deviceClock) ?? [])])
      return saved.ok ? ok({ ...saved.value, id }) : saved
    },
    editMedication: (id, changes) => save([{ name: 'medication.edit', args: { id, changes, editedAt: now() } }]),
    stopMedication: (id) => save([{ name: 'medication.stop', args: { id, stoppedAt: now() } }]),
    resumeMedication: (id) => save([{ name: 'medication.stop', args: { id, stoppedAt: null } }]),
    deleteMedication: (id) => save([{ name: 'medication.delete', args: { id } }]),
    editProfile: (changes) => save([{ name: 'profile.edit', args: changes }]),
    async record(make) {
      const made = make({ device: session.device, source: deviceClock })
      const saved = await save(made)
      return saved.ok ? ok({ ...saved.value, events: made.map(({ args }) => args) }) : saved
    },
  }
}

/**
 * Returns the result of a write on this device and calls `then` once it is saved. A storage failure is returned like a
 * refusal.
 */
export async function saving(writing: Promise<Result<string[], Refusal>>, then: () => void): Promise<SaveResult> {
  try {
    const saved = await writing
    if (!saved.ok) return saved
    then()
    return ok({ keys: saved.value })
  } catch (error) {
    const problem = notStored(error)
    if (problem) return fail(problem)
    throw error
  }
}

/** Returns what to say about a failed write, or null if the error has nothing to do with storage. */
export function notStored(error: unknown): NotStored | null {
  const fault = storageFaultOf(error)
  if (fault === null) return null
  if (fault === 'full') return STORAGE_FULL
  warnOnce('A write failed', error)
  // The page offers to reopen it.
  noteStorageFault(error)
  return STORAGE_FAILED
}

const STORAGE_FULL: NotStored = {
  code: 'storage_full',
  error: 'This device’s storage is full. Nothing was saved. Free some space and try again.',
}

const STORAGE_FAILED: NotStored = {
  code: 'storage_failed',
  error: 'This device’s storage is not working. Nothing was saved. Open it again, then try once more.',
}
