import type { DosewellDatabase } from './database.ts'

/** In localStorage: what was last counted here (src/app/remembered-unsent.ts). */
export const UNSENT_KEY = 'unsent'

/**
 * What would be lost with this device: its outbox, refused writes included, and what a restored server has not been
 * given back.
 */
export const countUnsent = async (db: DosewellDatabase): Promise<number> =>
  (await db.outbox.count()) +
  (await db.giveBack.count()) +
  (await countUnsentDocuments(db)) +
  (await db.keptScans.count())

const countUnsentDocuments = (db: DosewellDatabase): Promise<number> =>
  db.documentQueue.where('state').anyOf('waiting', 'attention').count()

/** How many changes of documents wait, and how many the server refused. */
export async function readDocumentCounts(db: DosewellDatabase): Promise<{ waiting: number; refused: number }> {
  const states = await db.documentQueue.where('state').anyOf('waiting', 'attention').keys()
  const waiting = states.filter((state) => state === 'waiting').length
  return { waiting, refused: states.length - waiting }
}

/** Whether a document, or a change of one, waits. */
export const hasUndeliveredDocuments = async (db: DosewellDatabase): Promise<boolean> =>
  (await db.documentQueue.where('state').equals('waiting').count()) > 0

/** Whether a delivery would have anything to send. */
export const hasUndelivered = async (db: DosewellDatabase): Promise<boolean> =>
  (await db.outbox.where('state').equals('waiting').count()) + (await db.giveBack.count()) > 0
