import { t } from '#domain/language/translate.ts'
import type { SaidFacts } from '#domain/protocol/prescriptions.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import { apiCall } from '#src/platform/api-call.ts'
import type { Whose } from '#src/platform/whose.ts'
import { askForHistory } from '#src/session/scans.ts'
import { toast } from '#src/ui/toast-store.ts'

/** Tells the server what the user says a label says. Returns false after showing a failure. */
export async function correctScan(
  whose: Whose,
  { id, said }: { id: Prescription['id']; said: SaidFacts | null },
): Promise<boolean> {
  if (said === null) return true
  const answer = await apiCall({ method: 'PATCH', path: `/api/prescriptions/${id}`, body: said, whose })
  if (answer.kind === 'ok') {
    askForHistory()
    return true
  }
  toast({
    title: t('Failed to save'),
    description: answer.kind === 'error' ? answer.message : t('There is no connection. Please try again.'),
    tone: 'destructive',
  })
  return false
}
