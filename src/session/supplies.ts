import { useMemo } from 'react'
import { type Need, roleAllows } from '#domain/access/roles.ts'
import { type SupplyAct, supplyCommands, supplySaid } from '#domain/commands/supply-verbs.ts'
import { t } from '#domain/language/translate.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { SupplySettings } from '#domain/records/supply-settings.ts'
import { readSupplies, type Supply } from '#src/data/supply-reads.ts'
import { write } from '#src/data/write.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { toast } from '#src/ui/toast-store.ts'
import { saving } from './saving.ts'
import { type Session, useSession } from './session.ts'
import { useLiveQuery } from './use-live-query.ts'
import { useNow } from './use-now.ts'

/** Returns every supply as it stands today; undefined until local storage has answered. */
export function useSupplies(): Supply[] | undefined {
  const { db, zone } = useSession()
  const now = useNow()
  // What is there changes with the log, and when it runs out with the day: walking every plan twice a minute is idle.
  const today = localAt(now, zone).date
  return useLiveQuery(() => readSupplies(db, zone, now), [db, zone, today])
}

/** What a screen may do about supplies. A message says what was done, or why it could not be saved. */
export interface SupplyActs {
  /** Returns whether it was saved. */
  act(act: SupplyAct): Promise<boolean>
  setSettings(medication: Medication, supply: SupplySettings): Promise<boolean>
}

export function useSupplyActs(): SupplyActs {
  const session = useSession()
  return useMemo(() => actsOf(session), [session])
}

function actsOf(session: Session): SupplyActs {
  const { db, zone, sync, person } = session
  const allowed = { mayChange: !person || roleAllows(person.role, 'change') }
  const save = async (need: Need, commands: Parameters<typeof write>[1]): Promise<boolean> => {
    const context = { db, source: deviceClock, zone }
    const saved = await saving(session, { need, write: () => write(context, commands), onSaved: () => sync.deliver() })
    if (!saved.ok) toast({ title: t('Error'), description: saved.error.error, tone: 'destructive' })
    return saved.ok
  }
  const act = async (done: SupplyAct): Promise<boolean> => {
    const { event, commands } = supplyCommands(deviceClock, done, allowed)
    if (!(await save('log', commands))) return false
    const undo = { label: t('Undo'), run: () => void act({ verb: 'undo', medication: done.medication, event }) }
    toast({ ...supplySaid(done, allowed), action: done.verb === 'undo' ? undefined : undo })
    return true
  }
  return {
    act,
    async setSettings({ id, name }, supply) {
      const editedAt = toInstant(deviceClock.now())
      const isSaved = await save('change', [{ name: 'medication.edit', args: { id, changes: { supply }, editedAt } }])
      if (isSaved) toast({ title: t('Supply of {medicine} saved', { medicine: name }) })
      return isSaved
    },
  }
}
