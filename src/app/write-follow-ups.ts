import { useEffect } from 'react'
import { readMark, setMark } from '#src/data/device-store.ts'
import { requestOutboxSync } from '#src/platform/background-sync.ts'
import { warnOnce } from '#src/platform/logger.ts'
import { useSession } from '#src/session/session.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'

const PERSIST_ASKED = 'persist-asked'

/**
 * Follows up on a write on this device: asks the browser once to make the data persistent, and asks a worker to deliver
 * what this page may not live to deliver.
 */
export function useWriteFollowUps(): void {
  const { db, sync } = useSession()
  const newest = useLiveQuery(async () => {
    const dose = await db.outbox.where('state').equals('waiting').last()
    const document = await db.documentQueue.where('state').equals('waiting').last()
    return dose || document ? `${dose?.position} ${document?.position}` : null
  }, [db])
  const isUnreachable = sync.phase.kind === 'unreachable'
  useEffect(() => {
    if (newest === undefined || newest === null) return
    quietly(askToPersist())
    if (isUnreachable || !navigator.onLine) quietly(askForDelivery())
    const onHide = () => document.visibilityState === 'hidden' && quietly(askForDelivery())
    document.addEventListener('visibilitychange', onHide)
    return () => document.removeEventListener('visibilitychange', onHide)
  }, [newest, isUnreachable])
}

/**
 * Ignores a failure: none of this is essential, since the page delivers what it wrote, now or when it is next opened.
 */
function quietly(work: Promise<unknown>): void {
  work.catch((cause: unknown) => warnOnce('The browser could not be asked to look after what was written', cause))
}

/**
 * Asks for persistent storage, without which a browser may clear a site's data when its disk is full. Asked after a
 * write, when it means something.
 */
async function askToPersist(): Promise<void> {
  if (!navigator.storage?.persist || (await readMark(PERSIST_ASKED)) !== null) return
  await setMark(PERSIST_ASKED, 'yes')
  await navigator.storage.persist()
}

async function askForDelivery(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active) await requestOutboxSync(registration)
}
