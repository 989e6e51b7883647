import type { DosewellDatabase } from './database.ts'

/** What would be lost with this device: its outbox, refused writes included, and what a restored server has not been given back. */
export const countUnsent = async (db: DosewellDatabase): Promise<number> =>
  (await db.outbox.count()) + (await db.giveBack.count())

/** Whether a delivery would have anything to send. */
export const hasUndelivered = async (db: DosewellDatabase): Promise<boolean> =>
  (await db.outbox.where('state').equals('waiting').count()) + (await db.giveBack.count()) > 0
