import { useEffect } from 'react'

interface OpeningProps {
  /** What the app shows meanwhile: nothing at all, or the head of the page. */
  shows: 'nothing' | 'head'
}

/**
 * Rendered while the app, just started, waits for this device: what app.html shows until then
 * (src/styles/first-frame.css) stays until the last of these unmounts, and is then removed.
 */
export function Opening({ shows }: OpeningProps) {
  // The next one may be rendered in the same or a following commit.
  useEffect(() => () => void setTimeout(removeWhenOpen), [])
  return <span hidden data-opening={shows} />
}

function removeWhenOpen(): void {
  if (!document.querySelector('[data-opening]')) document.getElementById('first-frame')?.remove()
}
