import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { askForReminders, readReminderViews } from '#src/data/notification-log.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { warn } from '#src/platform/logger.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'

const NONE: readonly SlotView[] = []

/** Returns whether the page was opened for something specific: a dose from a notification, a form. */
const isAskedFor = (search: string): boolean => search !== ''

/**
 * Returns the doses that nothing announced, once per launch (R6.2). A page that is loaded or becomes visible again
 * checks after the first attempt to sync, because another device may have logged them, and only while nothing else is
 * open.
 */
export function useUnannounced(): { listed: readonly SlotView[]; end(): void } {
  const { db, zone, sync } = useSession()
  const { search } = useLocation()
  const now = useNow()
  const [listed, setListed] = useState(NONE)
  const hasToLook = useRef(true)
  const look = useEffectEvent(async () => {
    if (!hasToLook.current || document.visibilityState !== 'visible') return
    if (sync.phase.kind === 'starting' || isAskedFor(search) || document.querySelector('dialog[open]')) return
    hasToLook.current = false
    const at = deviceClock.now()
    const doses = await readReminderViews(db, zone, at)
    const { unannounced } = await askForReminders(db, {
      now: at,
      doses,
      appointments: [],
      mayAnnounce: () => false,
      lister: 'launch',
    })
    if (unannounced.length > 0) setListed((before) => [...before, ...unannounced])
  })

  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') hasToLook.current = true
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])
  // Nothing reports when the obstacle is gone, so the clock's next tick, at most half a minute later, checks again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may be what was waited for
  useEffect(() => {
    look().catch((cause: unknown) => warn('What was not announced could not be listed', cause))
  }, [sync.phase.kind, search, now])

  return { listed, end: () => setListed(NONE) }
}
