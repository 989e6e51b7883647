import { useSession } from '#src/session/session.ts'
import { useKeptMessages } from './use-kept-messages.ts'

/**
 * Sends what was written to us without a connection, on whatever page the person is when it comes back. Draws nothing.
 */
export function ContactDelivery() {
  useKeptMessages(useSession().user.id)
  return null
}
