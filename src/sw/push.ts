import { isForHere, isLogged, type LocalState, noticesForPush } from '#domain/reminders/push-notices.ts'
import { claimsNothing, isNews, type PushPayload } from '#domain/reminders/push-payload.ts'
import { speakAsThePage } from '#src/platform/catalogue-cache.ts'
import { closeAppointmentNotices, closeQuietNotices, showNotice } from '#src/platform/show-notice.ts'
import type { WorkerMessage } from '#src/platform/worker-messages.ts'
import { showEverybodysBadge } from './badge.ts'
import { deliver, deliverWaiting } from './deliver.ts'
import { everyStep } from './every-step.ts'
import { withLocalData } from './local-data.ts'
import { claimLocalReminders } from './local-reminders.ts'
import { parsePush } from './push-payload.ts'
import { readForPush } from './push-reading.ts'
import { noteShown } from './receipts.ts'
import { worker } from './scope.ts'

/** Local data gets this long; then the payload is shown as it came (docs/reminders.md). */
const LOCAL_LIMIT = 3000
/** A visible page announces reminders with its own sound and buttons: it gets this long to claim them first. */
const PAGE_HEAD_START = 800

/** Resolves once a notification is shown. */
export const onPush = (event: PushEvent): Promise<void> => showForPush(textOf(event))

function textOf(event: PushEvent): string | null {
  try {
    return event.data?.text() ?? null
  } catch {
    return null
  }
}

async function showForPush(text: string | null): Promise<void> {
  await speakAsThePage()
  const payload = parsePush(text, worker.location.origin)
  const local = await withinLimit(readLocalState(payload))
  for (const notice of noticesForPush(payload, local)) await showNotice(worker.registration, notice)
  if (payload?.id && isForHere(payload, local)) await noteShown(payload.id)
  if (local.kind !== 'known') return
  await everyStep(
    // It was logged elsewhere: fetched now, so that neither this device nor its badge asks for it again.
    async () => payload && isNews(payload) && fetchNews(payload),
    showEverybodysBadge,
    () => closeSettled(local),
    deliverWaiting,
  )
}

/** A push that is silent, a test, or about supplies leaves every reminder to the push that announces it. */
async function readLocalState(payload: PushPayload | null): Promise<LocalState> {
  const about = payload?.person ?? null
  if (payload && (payload.kind === 'test' || claimsNothing(payload))) return claimLocalReminders('nothing', about)
  await letPagesGoFirst()
  return readForPush(payload, {
    claim: () => claimLocalReminders('due', about),
    fetchNews: async () => payload && fetchNews(payload),
  })
}

/** Fetches what happened to the data that the push is about. */
const fetchNews = ({ person }: PushPayload): Promise<unknown> =>
  withLocalData((local) => deliver(local, true), person ?? undefined)

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

/** Closes notifications for what is settled here; the server may not know of it yet. */
async function closeSettled(local: Extract<LocalState, { kind: 'known' }>): Promise<void> {
  const settled = new Set(local.views.filter(isLogged).map(({ slot }) => slot.id))
  await closeQuietNotices(worker.registration, (id) => settled.has(id))
  await closeAppointmentNotices(worker.registration, local.appointments)
}
