import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { titleOf } from './page-titles.ts'

/** What a document load would do for a person on every change of page: title, top of the page, focus on the content. */
export function usePageChange(): void {
  const { pathname } = useLocation()
  const first = useRef(true)
  useEffect(() => {
    document.title = titleOf(pathname)
    // The browser has placed focus and scroll itself on the first page.
    if (first.current) {
      first.current = false
      return
    }
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}
