import type { AdminAnswer } from '#src/platform/admin-calls.ts'
import { useSession } from '#src/session/session.ts'
import { toast } from '#src/ui/toast-store.ts'
import { isGate } from './use-refreshed.ts'

/** How a failure is reported: the title, and the sentence to use if the server has none. */
export interface FailureText {
  title: string
  otherwise: string
}

/** Awaits an admin's action and reports a failure in a toast (specification, section 8). */
export function useAdminAct() {
  const { refreshUser } = useSession()
  return async <T>(doing: Promise<AdminAnswer<T>>, { title, otherwise }: FailureText): Promise<AdminAnswer<T>> => {
    const answer = await doing
    if (answer.kind !== 'ok') {
      const sentence = answer.kind === 'refused' ? answer.sentence : ''
      toast({ title, description: sentence || otherwise, tone: 'destructive' })
      if (isGate(answer)) await refreshUser()
    }
    return answer
  }
}
