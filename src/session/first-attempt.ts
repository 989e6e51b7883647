import { useCallback } from 'react'
import type { Attempt } from '#src/sync/drain.ts'
import type { WriteRefusal } from '#src/sync/ports.ts'
import { type ToastInput, toast } from '#src/ui/toast-store.ts'
import { type SyncHandle, useSession } from './session.ts'

/**
 * What an answered first attempt said; a refused write is undone and kept under "Needs attention", a postponed one
 * stays.
 */
export interface FirstAnswer {
  kind: 'refused' | 'postponed'
  refusal: WriteRefusal
}

/**
 * Hears how the first attempt of a write went (readings, Reads): answered with anything but 2xx, `tell` is called once,
 * also where the write has several entries. No answer tells nothing, and later attempts are silent.
 * Listens until each key was attempted once, whether or not the screen that wrote is still there.
 */
export function watchFirstAttempt(
  onAttempt: SyncHandle['onAttempt'],
  keys: readonly string[],
  tell: (answer: FirstAnswer) => void,
): void {
  const open = new Set(keys)
  if (open.size === 0) return
  let told = false
  const end = onAttempt((attempt: Attempt) => {
    if (!open.delete(attempt.key)) return
    if (open.size === 0) end()
    if (told || (attempt.kind !== 'refused' && attempt.kind !== 'postponed')) return
    told = true
    tell(attempt)
  })
}

/** The toast of a failed first attempt: its title from the message, and for a refused write a way to mend it. */
export interface FirstAttemptText {
  title: (message: string) => string
  /** Offered where the write was refused. */
  resolve?: ToastInput['action']
}

/** Shows a write's toast when its first attempt fails. Call it with the keys of what was saved. */
export function useFirstAttempt(): (keys: readonly string[], words: FirstAttemptText) => void {
  const { onAttempt } = useSession().sync
  return useCallback(
    (keys, { title, resolve }) =>
      watchFirstAttempt(onAttempt, keys, ({ kind, refusal }) => {
        toast({
          title: title(refusal.error),
          description: refusal.error,
          tone: 'destructive',
          action: kind === 'refused' ? resolve : undefined,
        })
      }),
    [onAttempt],
  )
}
