import { useEffect } from 'react'

interface OpeningProps {
  /** What the app shows besides: nothing at all, or the head of the page. */
  shows: 'nothing' | 'head'
}

/**
 * Stands where the app, just started, waits for this device: what app.html shows meanwhile (src/styles/first-frame.css)
 * stays until the last of these is gone, and is removed then.
 */
export function Opening({ shows }: OpeningProps) {
  // The next one may be drawn by the same or a following commit.
  useEffect(() => () => void setTimeout(removeWhenOpen), [])
  return <span hidden data-opening={shows} />
}

function removeWhenOpen(): void {
  if (!document.querySelector('[data-opening]')) document.getElementById('first-frame')?.remove()
}
