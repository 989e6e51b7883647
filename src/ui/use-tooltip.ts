import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** Specification, §8: tooltip delay 700 ms. */
const DELAY_MS = 700
/** Long enough for the pointer to move from the control onto the text (WCAG 2.2, 1.4.13: hoverable). */
const LINGER_MS = 150

/** Decides when a tooltip is shown. `anchor` is the control it belongs to, null while there is none. */
export function useTooltip() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useDismissal(anchor !== null, () => setAnchor(null))

  const change = (next: HTMLElement | null, delay: number) => {
    clearTimeout(timer.current)
    if (delay === 0) setAnchor(next)
    else timer.current = setTimeout(() => setAnchor(next), delay)
  }
  return {
    anchor,
    controlProps: {
      // A finger that comes near is about to press.
      onPointerEnter: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) =>
        pointerType === 'touch' || change(currentTarget, DELAY_MS),
      onPointerLeave: () => change(null, LINGER_MS),
      onPointerDown: () => change(null, 0),
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) =>
        currentTarget.matches(':focus-visible') && change(currentTarget, 0),
      onBlur: () => change(null, 0),
    },
    wordsProps: {
      onPointerEnter: () => clearTimeout(timer.current),
      onPointerLeave: () => change(null, LINGER_MS),
    },
  }
}

/** Esc dismisses the tooltip and nothing else; scrolling dismisses it because its control moves away. */
function useDismissal(isShown: boolean, dismiss: () => void) {
  useEffect(() => {
    if (!isShown) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      dismiss()
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('scroll', dismiss, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('scroll', dismiss, true)
    }
  })
}
