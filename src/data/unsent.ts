import type { DosewellDatabase } from './database.ts'

/** In localStorage: the last count on this device (src/app/remembered-unsent.ts). */
export const UNSENT_KEY = 'unsent'

/**
 * Returns how much would be lost with this device: its outbox, refused writes included, and what has not yet been
 * replayed to a restored server.
 */
export const countUnsent = async (db: DosewellDatabase): Promise<number> =>
  (await db.outbox.count()) +
  (await db.giveBack.count()) +
  (await countUnsentDocuments(db)) +
  (await db.keptScans.count())

const countUnsentDocuments = (db: DosewellDatabase): Promise<number> =>
  db.documentQueue.where('state').anyOf('waiting', 'attention').count()

/** Returns how many document changes are waiting, and how many the server refused. */
export async function readDocumentCounts(db: DosewellDatabase): Promise<{ waiting: number; refused: number }> {
  const states = await db.documentQueue.where('state').anyOf('waiting', 'attention').keys()
  const waiting = states.filter((state) => state === 'waiting').length
  return { waiting, refused: states.length - waiting }
}

/** Returns whether a document, or a change to one, is waiting. */
export const hasUndeliveredDocuments = async (db: DosewellDatabase): Promise<boolean> =>
  (await db.documentQueue.where('state').equals('waiting').count()) > 0

/** Returns whether a delivery would have anything to send. */
export const hasUndelivered = async (db: DosewellDatabase): Promise<boolean> =>
  (await db.outbox.where('state').equals('waiting').count()) + (await db.giveBack.count()) > 0
