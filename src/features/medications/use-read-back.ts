import { sayBack } from '#domain/schedule/say-back.ts'
import { useMedications } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { limitsOfValues } from './limit-values.ts'
import { planOfValues } from './plan-values.ts'
import type { MedicationForm } from './use-medication-form.ts'

/** Returns what the fields say now, in one sentence. */
export function useReadBack({ values, context }: Pick<MedicationForm, 'values' | 'context'>): string {
  const { zone } = useSession()
  const now = useNow()
  const medications = useMedications()
  const read = { ...values, limits: limitsOfValues(values) }
  return sayBack(read, planOfValues(values, context), now, zone, medications)
}
