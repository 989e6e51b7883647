import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { PAGES } from '#domain/protocol/pages.ts'

/** Redirect after saving a medication, after a scan and after a confirm (specification, section 9). */
const HOME_AFTER_MS = 500

/**
 * Answers what leads home in half a second. Whoever has gone elsewhere meanwhile stays there: a page that is still
 * being loaded does not end this one yet, and the way home would take its place.
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
