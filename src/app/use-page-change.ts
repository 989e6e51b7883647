import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { titleOf } from './page-titles.ts'

/**
 * On the first page the browser has placed focus and scroll itself. Not per frame: /admin has a different one from the
 * rest.
 */
let isFirst = true

/** Does what a document load would do on every change of page: title, top of the page, focus on the content. */
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
