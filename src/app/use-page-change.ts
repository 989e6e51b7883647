import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { isPage, PAGES, type PagePath } from '#domain/protocol/pages.ts'

const TITLES: Record<PagePath, string> = {
  [PAGES.home]: 'Today',
  [PAGES.medications]: 'My Medications',
  [PAGES.reminders]: 'Upcoming Reminders',
  [PAGES.history]: 'History',
  [PAGES.pricing]: 'Pricing',
  [PAGES.privacy]: 'Privacy Policy',
  [PAGES.terms]: 'Terms of Service',
}

/** What a document load would do for a person on every change of page: title, top of the page, focus on the content. */
export function usePageChange(): void {
  const { pathname } = useLocation()
  const first = useRef(true)
  useEffect(() => {
    document.title = `${isPage(pathname) ? TITLES[pathname] : 'Page not found'} · Dosewell`
    // The browser has placed focus and scroll itself on the first page.
    if (first.current) {
      first.current = false
      return
    }
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}
