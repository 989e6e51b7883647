import { createDatabase } from '#src/data/database.ts'
import { readKnownUser } from '#src/data/device-store.ts'

/** A write takes milliseconds; one that takes longer than this has failed. */
const SETTLE_LIMIT = 3000

/**
 * Whether loading the page anew could lose something the person is at. Text in a field that React controls looks like
 * its default (React writes both), and a recording like nothing: who holds such a thing outside a dialog wears
 * `data-unsaved`.
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
 * Resolves when every write that has begun is on disk: a transaction over the same stores gets its turn only after
 * those before it, in whichever tab they run (Indexed Database API, transaction scheduling). Never rejects.
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
