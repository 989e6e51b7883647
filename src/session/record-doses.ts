import { useMemo } from 'react'
import type { DoseCommand } from '#domain/commands/command.ts'
import type { DoseAuthor } from '#domain/commands/dose-verbs.ts'
import { ok } from '#domain/lib/result.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { writeDoses } from '#src/data/write-doses.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type Saved, type SaveResult, saving } from './saving.ts'
import { useSession } from './session.ts'

/** Logs dose events that belong together as one write. Returns them for Undo. */
export type RecordDoses = (
  make: (author: DoseAuthor) => DoseCommand[],
) => Promise<SaveResult<Saved & { events: DoseEvent[] }>>

export function useRecordDoses(): RecordDoses {
  const session = useSession()
  return useMemo(() => {
    const { db, device, sync } = session
    return async (make) => {
      const made = make({ device, source: deviceClock })
      const saved = await saving(session, {
        need: 'log',
        write: () => writeDoses({ db, source: deviceClock }, made),
        onSaved: () => sync.deliver(),
      })
      return saved.ok ? ok({ ...saved.value, events: made.map(({ args }) => args) }) : saved
    }
  }, [session])
}
