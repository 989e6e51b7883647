import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'
import { useTopLayer } from './top-layer.ts'

/** What to say; `turn` distinguishes the same sentence said twice. */
const useSaid = create<{ text: string; turn: number }>(() => ({ text: '', turn: 0 }))

/**
 * Announces a sentence once, politely, to screen readers: "Metformin XR, taken at 6:04 PM. Undo." Not for what a toast
 * already says.
 */
export function announce(text: string): void {
  useSaid.setState((said) => ({ text, turn: said.turn + 1 }))
}

/** A region announces changes, not its initial content: its text is set this long after it is in place. */
const SETTLE_MS = 100

/** The polite live region behind `announce`. Render it once, at the root. */
export function LiveRegion() {
  const { text, turn } = useSaid()
  const [shown, setShown] = useState(0)
  const layer = useTopLayer()
  useEffect(() => {
    const timer = setTimeout(() => setShown(turn), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [turn])
  return createPortal(
    <div className="sr" aria-live="polite" aria-atomic="true">
      {shown === turn ? text : ''}
    </div>,
    layer ?? document.body,
  )
}
