import { create } from 'zustand'
import { DAY, HOUR } from '#domain/lib/local-time.ts'
import { readMark, setMark } from '#src/data/device-store.ts'
import { isInstalled, isIos } from '#src/session/installed.ts'

/** Chromium's, in no TypeScript library. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export type InstallWay =
  /** The browser can ask by itself. */
  | { kind: 'prompt'; event: BeforeInstallPromptEvent }
  /** Safari on iPhone and iPad: only the person can, in its menu. */
  | { kind: 'ios' }
  | null

/** A declined offer comes back after this long. */
const DECLINED_FOR = 30 * DAY
/** Loads closer together than this are one visit. */
const VISIT_GAP = HOUR

const LAST_VISIT = 'last-visit'
const VISITS = 'visits'
const DECLINED = 'install-declined'

export const useInstallWay = create<{ way: InstallWay }>(() => ({
  way: isIosSafari() ? { kind: 'ios' } : null,
}))

// The browser says it once, soon after the load, whether or not a component is there yet.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  if (!isInstalled())
    useInstallWay.setState({ way: { kind: 'prompt', event: event as BeforeInstallPromptEvent } })
})
addEventListener('appinstalled', () => useInstallWay.setState({ way: null }))

function isIosSafari(): boolean {
  return isIos() && !/CriOS|FxiOS|EdgiOS/.test(navigator.userAgent)
}

/** Counts this load, unless it belongs to the visit before. Answers how many visits this device has seen. */
export async function countVisit(now: number): Promise<number> {
  const [last, visits] = await Promise.all([readMark(LAST_VISIT), readMark(VISITS)])
  const isNew = last === null || now - Number(last) > VISIT_GAP
  const count = Number(visits ?? 0) + (isNew ? 1 : 0)
  await setMark(LAST_VISIT, String(now))
  if (isNew) await setMark(VISITS, String(count))
  return count
}

export async function isDeclined(now: number): Promise<boolean> {
  const declined = await readMark(DECLINED)
  return declined !== null && now - Number(declined) < DECLINED_FOR
}

export const decline = (now: number): Promise<void> => setMark(DECLINED, String(now))
