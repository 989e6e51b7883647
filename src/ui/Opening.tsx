import { useEffect } from 'react'
import { showApp } from './show-app.ts'

/**
 * Rendered in place of content that is read from this device or loaded: while the app, just started, has one anywhere,
 * what app.html shows stays (src/ui/show-app.ts). Later it shows nothing and means nothing.
 */
export function Opening() {
  useEffect(() => {
    showApp()
    // The next one may be rendered in the same or a following commit.
    return () => void setTimeout(showApp)
  }, [])
  return <span hidden data-opening="" />
}
