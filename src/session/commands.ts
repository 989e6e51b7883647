import { useMemo } from 'react'
import type { Command, CommandArgs, SupplyCommand } from '#domain/commands/command.ts'
import type { MedicationChanges, MedicationDetails } from '#domain/commands/medication-effects.ts'
import { type IdSource, type MedicationId, newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { ok } from '#domain/lib/result.ts'
import { write } from '#src/data/write.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type Saved, type SaveResult, saving } from './saving.ts'
import { type Session, useSession } from './session.ts'

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
}

/**
 * Returns what a screen may do to the user's data, beside logging doses (`useRecordDoses`). Changes apply on this
 * device immediately; the engine delivers them.
 */
export function useCommands(): Commands {
  const session = useSession()
  return useMemo(() => commandsOf(session), [session])
}

function commandsOf(session: Session): Commands {
  const context = { db: session.db, source: deviceClock, zone: session.zone }

  const save = (commands: Command[]) =>
    saving(session, { need: 'change', write: () => write(context, commands), onSaved: () => session.sync.deliver() })

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
  }
}
