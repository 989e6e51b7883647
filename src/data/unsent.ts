import type { DosewellDatabase } from './database.ts'

/** What would be lost with this device: its outbox, refused writes included, and what a restored server has not been given back. */
export const countUnsent = async (db: DosewellDatabase): Promise<number> =>
  (await db.outbox.count()) + (await db.giveBack.count()) + (await countUnsentDocuments(db))

const countUnsentDocuments = (db: DosewellDatabase): Promise<number> =>
  db.documentQueue.where('state').anyOf('waiting', 'attention').count()

/** Whether a document, or a change of one, waits. */
export const hasUndeliveredDocuments = async (db: DosewellDatabase): Promise<boolean> =>
  (await db.documentQueue.where('state').equals('waiting').count()) > 0

/** Whether a delivery would have anything to send. */
export const hasUndelivered = async (db: DosewellDatabase): Promise<boolean> =>
  (await db.outbox.where('state').equals('waiting').count()) + (await db.giveBack.count()) > 0
