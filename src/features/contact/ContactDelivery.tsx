import { useSession } from '#src/session/session.ts'
import { useKeptMessages } from './use-kept-messages.ts'

/** Sends messages written to us offline when the connection returns, whichever page is open. Renders nothing. */
export function ContactDelivery() {
  useKeptMessages(useSession().user.id)
  return null
}
