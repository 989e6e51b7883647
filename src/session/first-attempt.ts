import { useCallback } from 'react'
import type { Attempt } from '#src/sync/drain.ts'
import type { WriteRefusal } from '#src/sync/ports.ts'
import { type ToastInput, toast } from '#src/ui/toast-store.ts'
import { type SyncHandle, useSession } from './session.ts'

/**
 * The answer to a first attempt. A refused write is undone and listed under "Needs attention"; a postponed one stays.
 */
export interface FirstAnswer {
  kind: 'refused' | 'postponed'
  refusal: WriteRefusal
}

/**
 * Reports how the first attempt of a write went (readings, Reads). If the answer is anything but 2xx, `tell` is called
 * once, even if the write has several entries. Without an answer it is not called, and later attempts are not reported.
 * Listens until each key was attempted once, even after the screen that wrote is gone.
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

/** The toast for a failed first attempt: its title, given the message, and for a refused write a way to resolve it. */
export interface FirstAttemptText {
  title: (message: string) => string
  /** Offered if the write was refused. */
  resolve?: ToastInput['action']
}

/**
 * Returns a function that shows a write's toast if its first attempt fails. Call it with the keys of what was saved.
 */
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
