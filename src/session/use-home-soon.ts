import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { PAGES } from '#domain/protocol/pages.ts'

/** Redirect after saving a medication, after a scan and after a confirm (specification, section 9). */
const HOME_AFTER_MS = 500

/**
 * Returns a function that navigates home after half a second. A user who has gone elsewhere by then stays there: while
 * the next page is still loading this one remains mounted, and going home would override it.
 */
export function useHomeSoon(): () => void {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    const { pathname } = window.location
    timer.current = setTimeout(() => {
      if (window.location.pathname === pathname) void navigate(PAGES.home)
    }, HOME_AFTER_MS)
  }
}
