import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { titleOf } from './page-titles.ts'

/**
 * The browser has placed focus and scroll itself on the first page. Not of a frame: /admin has another one than the
 * rest.
 */
let isFirst = true

/** What a document load would do for a person on every change of page: title, top of the page, focus on the content. */
export function usePageChange(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = titleOf(pathname)
    if (isFirst) {
      isFirst = false
      return
    }
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}
