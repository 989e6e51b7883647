import { useMemo } from 'react'
import type { AppointmentChanges, AppointmentInput } from '#domain/commands/appointment-effects.ts'
import type { CommandArgs, RecordCommand } from '#domain/commands/command.ts'
import type { Refusal } from '#domain/commands/refusal.ts'
import { type AppointmentId, newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { Result } from '#domain/lib/result.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { amendEntry, replaceRecord } from '#src/data/rejected-writes.ts'
import { write } from '#src/data/write.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type SaveResult, saving } from './saving.ts'
import { type Session, useSession } from './session.ts'
import { useLiveQuery } from './use-live-query.ts'

/** Returns every appointment on this device; undefined until local storage has been read. */
export function useAppointments(): Appointment[] | undefined {
  const { db } = useSession()
  return useLiveQuery(() => db.appointments.toArray(), [db])
}

/** What a screen may do with appointments. Changes apply on this device immediately; the engine delivers them. */
export interface AppointmentCommands {
  add(input: AppointmentInput): Promise<SaveResult>
  edit(id: AppointmentId, changes: AppointmentChanges): Promise<SaveResult>
  complete(id: AppointmentId): Promise<SaveResult>
  remove(id: AppointmentId): Promise<SaveResult>
  /** Sends a refused `appointment.add` again with the user's corrections. */
  amendAdd(position: number, old: CommandArgs<'appointment.add'>, input: AppointmentInput): Promise<SaveResult>
  /** Sends a refused `appointment.edit` again with the user's corrections. */
  amendEdit(position: number, id: AppointmentId, changes: AppointmentChanges): Promise<SaveResult>
  /** Adds a new appointment to replace one that is deleted or completed. */
  replace(position: number, input: AppointmentInput, options?: { allowDuplicate: boolean }): Promise<SaveResult>
}

export function useAppointmentCommands(): AppointmentCommands {
  const session = useSession()
  return useMemo(() => commandsOf(session), [session])
}

function commandsOf(session: Session): AppointmentCommands {
  const { db, zone, sync } = session
  const context = { db, source: deviceClock, zone }
  const save = (work: () => Promise<Result<string[], Refusal>>) =>
    saving(session, { need: 'change', write: work, onSaved: () => sync.deliver() })
  const send = (command: RecordCommand) => save(() => write(context, [command]))
  const addition = (input: AppointmentInput, allowDuplicate: boolean) =>
    ({
      name: 'appointment.add',
      args: {
        ...input,
        id: newId<AppointmentId>(deviceClock),
        createdAt: toInstant(deviceClock.now()),
        allowDuplicate,
      },
    }) as const

  const edition = (id: AppointmentId, changes: AppointmentChanges) =>
    ({
      name: 'appointment.edit',
      args: { id, changes, editedAt: toInstant(deviceClock.now()) },
    }) as const

  return {
    add: (input) => send(addition(input, false)),
    edit: (id, changes) => send(edition(id, changes)),
    complete: (id) => send({ name: 'appointment.complete', args: { id } }),
    remove: (id) => send({ name: 'appointment.delete', args: { id } }),
    amendAdd: (position, old, input) =>
      save(() =>
        amendEntry(context, position, {
          name: 'appointment.add',
          args: { ...old, ...input, allowDuplicate: false },
        }),
      ),
    amendEdit: (position, id, changes) => save(() => amendEntry(context, position, edition(id, changes))),
    replace: (position, input, { allowDuplicate } = { allowDuplicate: false }) =>
      save(() => replaceRecord(context, position, addition(input, allowDuplicate))),
  }
}
