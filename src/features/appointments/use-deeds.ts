import { useNavigate } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { ATTENTION_PARAM, PAGES } from '#domain/protocol/pages.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { useAppointmentCommands } from '#src/session/appointments.ts'
import { useFirstAttempt } from '#src/session/first-attempt.ts'
import type { SaveResult } from '#src/session/saving.ts'
import { toast } from '#src/ui/toast-store.ts'
import { type Deed, failureTitle, SUCCESS } from './appointment-text.ts'

/**
 * Returns what can be done with appointments, each with its toast and, if the server refuses later, a toast that leads
 * to resolving it.
 */
export function useDeeds() {
  const commands = useAppointmentCommands()
  const navigate = useNavigate()
  const watch = useFirstAttempt()
  const saved = (deed: Deed, keys: string[]): void => {
    toast({ title: t(SUCCESS[deed]) })
    watch(keys, {
      title: (message) => failureTitle(deed, message),
      resolve: { label: t('Edit'), run: () => navigate(`${PAGES.appointments}?${ATTENTION_PARAM}=1`) },
    })
  }
  const finish = (deed: Deed, result: SaveResult): void => {
    if (result.ok) saved(deed, result.value.keys)
    else {
      const { error } = result.error
      toast({ title: failureTitle(deed, error), description: error, tone: 'destructive' })
    }
  }
  return {
    /** After the form has saved. */
    saved,
    async complete({ id }: Appointment) {
      finish('completed', await commands.complete(id))
    },
    async remove({ id }: Appointment) {
      finish('deleted', await commands.remove(id))
    },
  }
}
