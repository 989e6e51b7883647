import type { UserId } from '#domain/lib/ids.ts'
import { dropReceipt, keepReceipt, readPushNotes } from '#src/data/push-notes.ts'
import { openChannel } from '#src/platform/channel.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { reportShown } from '#src/platform/push-calls.ts'
import { ownData } from '#src/platform/whose.ts'

/**
 * Reports a shown push to the open pages and to the server (R5.4). Saved first: a report that cannot be sent now is
 * sent at the next chance.
 */
export async function noteShown(id: string): Promise<void> {
  const channel = openChannel()
  channel.post({ kind: 'push-shown', id })
  channel.close()
  await keepReceipt(id)
  await sendReceipts()
}

/** Reports what could not be reported when it was shown. The call needs only the id, which identifies nobody. */
export const sendReceipts = async (): Promise<void> =>
  reportShown(createHttpTransport(ownData('' as UserId)), (await readPushNotes()).receipts, dropReceipt)
