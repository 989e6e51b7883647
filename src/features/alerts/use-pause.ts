import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useStrayPresses } from '#src/ui/use-stray-presses.ts'

/**
 * Returns whether a dialog that appeared on its own still ignores presses. Its body has to be inert meanwhile, which
 * takes the focus from anything inside; the title gets it then, as it does when the focused element disappears.
 * @param shown ids of what the dialog is about
 */
export function usePause(shown: readonly string[]): {
  isEarly: boolean
  body: RefObject<HTMLDivElement | null>
} {
  const isEarly = useStrayPresses(shown)
  const body = useRef<HTMLDivElement>(null)
  const all = shown.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has gone may have had the focus
  useLayoutEffect(() => {
    const { activeElement } = document
    const isLost = activeElement === document.body || (isEarly && body.current?.contains(activeElement))
    const title = body.current?.closest('dialog')?.querySelector<HTMLElement>('[data-dialog-title]')
    if (isLost) title?.focus({ preventScroll: true })
  }, [isEarly, all])
  return { isEarly, body }
}
