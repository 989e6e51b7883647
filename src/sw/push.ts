import { closeQuietNotices, showNotice } from '#src/platform/show-notice.ts'
import type { WorkerMessage } from '#src/platform/worker-messages.ts'
import { deliverWaiting } from './deliver.ts'
import { claimLocalReminders } from './local-reminders.ts'
import { isLogged, type LocalState, noticesForPush } from './push-decision.ts'
import { parsePush } from './push-payload.ts'
import { worker } from './scope.ts'

/** Local data gets this long; then the payload is shown as it came (DESIGN §6). */
const LOCAL_LIMIT = 3000
/** A page that is being looked at rings with sound and buttons of its own: it gets this long to claim first. */
const PAGE_HEAD_START = 800

export function onPush(event: PushEvent): void {
  event.waitUntil(showForPush(textOf(event)))
}

function textOf(event: PushEvent): string | null {
  try {
    return event.data?.text() ?? null
  } catch {
    return null
  }
}

async function showForPush(text: string | null): Promise<void> {
  const payload = parsePush(text, worker.location.origin)
  const local = await withinLimit(readLocalState())
  for (const notice of noticesForPush(payload, local)) await showNotice(worker.registration, notice)
  if (local.kind === 'known') await tidyUp(local)
}

async function readLocalState(): Promise<LocalState> {
  await letPagesGoFirst()
  return claimLocalReminders()
}

/** Never rejects: whatever goes wrong with local data, the push still has to be shown. */
function withinLimit(reading: Promise<LocalState>): Promise<LocalState> {
  const unknown: LocalState = { kind: 'unknown' }
  const limit = new Promise<LocalState>((resolve) => setTimeout(() => resolve(unknown), LOCAL_LIMIT))
  return Promise.race([reading.catch(() => unknown), limit])
}

async function letPagesGoFirst(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' })
  const seen = pages.filter((page) => page.visibilityState === 'visible')
  if (seen.length === 0) return
  const message: WorkerMessage = { kind: 'check-reminders' }
  for (const page of seen) page.postMessage(message)
  await new Promise((resolve) => setTimeout(resolve, PAGE_HEAD_START))
}

/** A push for a dose that is settled here shows that the server has not heard of it: the moment to tell it. */
async function tidyUp(local: Extract<LocalState, { kind: 'known' }>): Promise<void> {
  const settled = new Set(local.views.filter(isLogged).map(({ slot }) => slot.id))
  await closeQuietNotices(worker.registration, (id) => settled.has(id))
  await deliverWaiting()
}
