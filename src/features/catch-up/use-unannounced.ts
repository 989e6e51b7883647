import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { create } from 'zustand'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { askForReminders, readReminderViews } from '#src/data/notification-log.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { warn } from '#src/platform/logger.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'

const NONE: readonly SlotView[] = []

/** Which of the lists of this page is being made or shown: that of one person at a time. */
const useTurn = create<{ of: object | null }>(() => ({ of: null }))

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
  const failedAt = useRef<number | null>(null)
  const [own] = useState(() => ({}))
  const turn = useTurn(({ of }) => of)
  const look = useEffectEvent(async () => {
    // What could not be read is tried again with the clock's next tick, not over and over.
    if (!hasToLook.current || failedAt.current === now || document.visibilityState !== 'visible') return
    if (sync.phase.kind === 'starting' || isAskedFor(search) || document.querySelector('dialog[open]')) return
    if (useTurn.getState().of !== null && useTurn.getState().of !== own) return
    useTurn.setState({ of: own })
    hasToLook.current = false
    const unannounced = await read().catch((cause: unknown) => {
      failedAt.current = now
      hasToLook.current = true
      pass(own)
      throw cause
    })
    if (unannounced.length > 0) setListed((before) => [...before, ...unannounced])
    else pass(own)
  })
  const read = async (): Promise<readonly SlotView[]> => {
    const at = deviceClock.now()
    const doses = await readReminderViews(db, zone, at)
    const { unannounced } = await askForReminders(db, {
      now: at,
      doses,
      appointments: [],
      mayAnnounce: () => false,
      lister: 'launch',
    })
    return unannounced
  }

  useEffect(() => () => pass(own), [own])
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
  }, [sync.phase.kind, search, now, turn])

  const end = () => {
    pass(own)
    setListed(NONE)
  }
  return { listed, end }
}

function pass(own: object): void {
  if (useTurn.getState().of === own) useTurn.setState({ of: null })
}
