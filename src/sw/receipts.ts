import { dropReceipt, keepReceipt, readPushNotes } from '#src/data/push-notes.ts'
import { openChannel } from '#src/platform/channel.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { reportShown } from '#src/platform/push-calls.ts'

/**
 * A push was shown: told to the open pages, and to the server (R5.4). Kept first: a report that cannot be sent now goes
 * with the next chance.
 */
export async function noteShown(id: string): Promise<void> {
  const channel = openChannel()
  channel.post({ kind: 'push-shown', id })
  channel.close()
  await keepReceipt(id)
  await sendReceipts()
}

/** Reports what could not be reported when it was shown. The id is all that the call needs; it names nobody. */
export const sendReceipts = async (): Promise<void> =>
  reportShown(createHttpTransport(''), (await readPushNotes()).receipts, dropReceipt)
