import { useEffect } from 'react'
import { handOver } from './hand-over.ts'

/**
 * Rendered in place of content that is read from this device or loaded: while the app, just started, has one anywhere,
 * what app.html shows stays (src/ui/hand-over.ts). Later it shows nothing and means nothing.
 */
export function Opening() {
  useEffect(() => {
    handOver()
    // The next one may be rendered in the same or a following commit.
    return () => void setTimeout(handOver)
  }, [])
  return <span hidden data-opening="" />
}
