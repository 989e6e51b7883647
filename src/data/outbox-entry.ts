import { type Command, listOf, type ProfileCommand } from '#domain/commands/command.ts'
import { type IdSource, newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { StoredEntry } from './stored-rows.ts'

/** The record id of outbox entries about the profile; one is enough, since each user has a separate database. */
export const PROFILE_RECORD = 'profile'

/** Returns the record a command is about, and its kind. */
export function recordOf(command: Command): Pick<StoredEntry, 'recordId' | 'kind'> {
  if (command.name === 'profile.edit') return { recordId: PROFILE_RECORD, kind: 'profile' }
  return { recordId: command.args.id, kind: storedKind(command) }
}

function storedKind(command: Exclude<Command, ProfileCommand>): StoredEntry['kind'] {
  if (command.name === 'dose.record') return 'dose'
  if (command.name === 'supply.record') return 'supply'
  return listOf(command) === 'medications' ? 'medication' : 'appointment'
}

/** Returns the outbox entry of a command made now. */
export const newEntry = (command: Command, source: IdSource): Omit<StoredEntry, 'position'> => ({
  key: newId(source),
  command,
  ...recordOf(command),
  madeAt: toInstant(source.now()),
  state: 'waiting',
  refusal: null,
})
