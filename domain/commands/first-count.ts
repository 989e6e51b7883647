import type { Amount } from '../lib/amount.ts'
import { type IdSource, type MedicationId, newId } from '../lib/ids.ts'
import { toInstant } from '../lib/instant.ts'
import type { SupplyEvent } from '../records/supply-event.ts'
import type { SupplyCommand } from './command.ts'

/** Returns what every new event of a supply has: it happens now. */
export const blankSupplyEvent = (source: IdSource, medicationId: MedicationId) => ({
  id: newId<SupplyEvent['id']>(source),
  medicationId,
  at: toInstant(source.now()),
  expiresOn: null,
  undoes: null,
  note: null,
})

/** Counts what is there of a medicine that is being added. */
export const firstCount = (source: IdSource, medicationId: MedicationId, amount: Amount): SupplyCommand => ({
  name: 'supply.record',
  args: { ...blankSupplyEvent(source, medicationId), kind: 'counted', amount },
})
