import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps keyboard focus when the focused element disappears as a result of its own action (a dose just taken leaves its
 * card): if the focused element inside `area` was removed, the focus goes to `fallback`.
 * @param changes what the area shows; focus is checked after each change of it
 */
export function useKeptFocus<Area extends HTMLElement, Fallback extends HTMLElement>(
  changes: unknown,
): { area: RefObject<Area | null>; fallback: RefObject<Fallback | null> } {
  const area = useRef<Area>(null)
  const fallback = useRef<Fallback>(null)
  const last = useRef<Element | null>(null)

  useEffect(() => {
    const remember = (event: FocusEvent) => {
      const inside = event.target instanceof Element && area.current?.contains(event.target)
      last.current = inside ? (event.target as Element) : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change itself that is waited for
  useEffect(() => {
    const lost = last.current !== null && !last.current.isConnected
    if (lost && document.activeElement === document.body) fallback.current?.focus({ preventScroll: true })
  }, [changes])

  return { area, fallback }
}
