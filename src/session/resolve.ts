import { useMemo } from 'react'
import type { CommandArgs } from '#domain/commands/command.ts'
import type { MedicationChanges, MedicationDetails } from '#domain/commands/medication-effects.ts'
import type { Refusal } from '#domain/commands/refusal.ts'
import { type MedicationId, newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { Result } from '#domain/lib/result.ts'
import { discardEntry, retryEntry } from '#src/data/attention.ts'
import { amendEntry, discardAndMove, replaceRecord } from '#src/data/rejected-writes.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type SaveResult, saving } from './saving.ts'
import { type Session, useSession } from './session.ts'

/**
 * The ways to resolve an entry under "Needs attention". Each is one write; see `data/attention.ts` and
 * `data/rejected-writes.ts`.
 */
export interface Resolve {
  /** Discards the refused write. */
  discard(position: number): Promise<void>
  /** Sends it again as a new write. */
  retry(position: number, options?: { allowDuplicate: boolean }): Promise<void>
  /**
   * Sends a refused `medication.add` again with the user's corrections. It keeps its id, so doses logged for it still
   * match.
   */
  amendAdd(position: number, old: CommandArgs<'medication.add'>, input: MedicationDetails): Promise<SaveResult>
  /** Sends a refused `medication.edit` again with the user's corrections. */
  amendEdit(position: number, id: MedicationId, changes: MedicationChanges): Promise<SaveResult>
  /** Adds a new medication to replace a deleted one; doses refused or waiting for the old one move to it. */
  replace(position: number, input: MedicationDetails, options?: { allowDuplicate: boolean }): Promise<SaveResult>
  /** Discards a refused `medication.add`; its doses move to the medication that already exists. */
  discardAndMove(position: number, to: MedicationId): Promise<SaveResult>
}

export function useResolve(): Resolve {
  const session = useSession()
  return useMemo(() => resolveOf(session), [session])
}

function resolveOf(session: Session): Resolve {
  const context = { db: session.db, source: deviceClock, zone: session.zone }
  const now = () => toInstant(deviceClock.now())
  const save = (work: () => Promise<Result<string[], Refusal>>) =>
    saving(session, { need: 'log', write: work, onSaved: () => session.sync.request() })

  return {
    async discard(position) {
      await discardEntry(context, position)
      session.sync.request()
    },
    async retry(position, options) {
      await retryEntry(context, position, options)
      session.sync.request()
    },
    amendAdd: (position, old, input) =>
      save(() =>
        amendEntry(context, position, {
          name: 'medication.add',
          args: { ...old, ...input, allowDuplicate: false },
        }),
      ),
    amendEdit: (position, id, changes) =>
      save(() => amendEntry(context, position, { name: 'medication.edit', args: { id, changes, editedAt: now() } })),
    replace: (position, input, options = { allowDuplicate: false }) => {
      const args = { ...input, ...options, id: newId<MedicationId>(deviceClock), createdAt: now() }
      return save(() => replaceRecord(context, position, { name: 'medication.add', args }))
    },
    discardAndMove: (position, to) => save(() => discardAndMove(context, position, to)),
  }
}
