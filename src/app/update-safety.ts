import { createDatabase } from '#src/data/database.ts'
import { readKnownUser } from '#src/data/device-store.ts'

/** A write takes milliseconds; one that takes longer than this has failed. */
const SETTLE_LIMIT = 3000

/**
 * Returns whether reloading the page could lose something the user is working on. Some of it is undetectable: text in a
 * field that React controls equals its default (React writes both), and a recording leaves no trace. Outside a dialog
 * such elements carry `data-unsaved`.
 */
export function isPersonAtWork(): boolean {
  return document.querySelector('dialog[open], [data-unsaved]') !== null || hasTypedText()
}

function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type=checkbox], [type=radio], [type=hidden], [type=range])',
  )
  return [...fields].some((field) => field.value !== field.defaultValue)
}

/**
 * Resolves when every write that has begun is on disk: a transaction over the same stores waits for those before it, in
 * any tab (Indexed Database API, transaction scheduling). Never rejects.
 */
export async function writesSettled(): Promise<void> {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, SETTLE_LIMIT))
  await Promise.race([behindAllWrites().catch(() => {}), limit])
}

async function behindAllWrites(): Promise<void> {
  const user = await readKnownUser()
  if (!user) return
  const db = createDatabase(user.id)
  await db.open()
  try {
    await db.transaction('rw', [db.outbox, db.doseEvents, db.medications], () => db.outbox.count())
  } finally {
    db.close()
  }
}
