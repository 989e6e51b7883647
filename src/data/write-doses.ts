import type { DoseCommand } from '#domain/commands/command.ts'
import type { Refusal } from '#domain/commands/refusal.ts'
import { isRecordable } from '#domain/doses/recordable.ts'
import type { IdSource } from '#domain/lib/ids.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import type { DosewellDatabase } from './database.ts'
import { storeDoses } from './dose-write.ts'
import { newEntry } from './outbox-entry.ts'
import { storedDose } from './stored-dose.ts'
import { goneRefusal, unreadableRefusal } from './write-refusals.ts'

/**
 * `write` for doses alone: the most frequent change, and the only one that the home screen makes, so it waits for
 * nothing that a start does not have anyway.
 */
export async function writeDoses(
  { db, source }: { db: DosewellDatabase; source: IdSource },
  commands: readonly DoseCommand[],
): Promise<Result<string[], Refusal>> {
  if (!commands.every(({ args }) => isRecordable(args))) return fail(unreadableRefusal)
  const doses = commands.map((command) => ({
    event: storedDose({ ...command.args, seq: null }),
    entry: newEntry(command, source),
  }))
  return (await storeDoses(db, doses)) ? ok(doses.map(({ entry }) => entry.key)) : fail(goneRefusal)
}
