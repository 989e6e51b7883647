import { dropReceipt, keepReceipt, readPushNotes } from '#src/data/push-notes.ts'
import { openChannel } from '#src/platform/channel.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { reportShown } from '#src/platform/push-calls.ts'

/**
 * A push was shown: told to the open pages, and to the server (R5.4). Kept first: a report that cannot be sent now goes with
 * the next chance.
 */
export async function noteShown(id: string): Promise<void> {
  const channel = openChannel()
  channel.post({ kind: 'push-shown', id })
  channel.close()
  await keepReceipt(id)
  await sendReceipts()
}

/** Reports what could not be reported when it was shown. Stops at the first that the server cannot be told of. */
export async function sendReceipts(): Promise<void> {
  // The id is all that the call needs; it names nobody.
  const transport = createHttpTransport('')
  for (const id of (await readPushNotes()).receipts) {
    if (!(await reportShown(transport, id))) return
    await dropReceipt(id)
  }
}
