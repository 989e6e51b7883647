import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { PAGES } from '#domain/protocol/pages.ts'
import { useSimpleView } from '#src/session/simple-view.ts'
import { latePart } from '#src/ui/late-part.ts'
import { AppHeader } from './AppHeader.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Footer } from './Footer.tsx'
import { PeopleStrip } from './PeopleStrip.tsx'
import { Sheets } from './Sheets.tsx'
import { usePageChange } from './use-page-change.ts'
import { useWorkerOpens } from './worker-opens.ts'

const wayBack = latePart(() => import('./SimpleWayBack.tsx'))

/**
 * Header, navigation and footer around every signed-in page, and everything that may appear on any of them. The simple view of home stands
 * alone; every other page has the way back to it.
 * @param gated the user may not use health data yet, so nothing that reads or announces it is rendered
 */
export function AppShell({ gated }: { gated: boolean }) {
  usePageChange()
  useWorkerOpens()
  const { pathname } = useLocation()
  const { isOn, isPaused } = useSimpleView()
  const isAlone = isOn && !isPaused && !gated && pathname === PAGES.home
  const back = wayBack.use()
  useEffect(() => {
    if (isOn) wayBack.want()
  }, [isOn])
  return (
    <>
      {isOn && !isAlone && !gated && back ? <back.SimpleWayBack /> : null}
      {isAlone ? null : <AppHeader gated={gated} />}
      {gated || isAlone ? null : <PeopleStrip />}
      {/* As tall as the window from the start: a visible footer would jump away when the page's content arrives. */}
      <main id="main" tabIndex={-1} className="shell">
        <Outlet />
      </main>
      {isAlone ? null : <Footer />}
      {gated || isAlone ? null : <BottomBar />}
      {gated ? null : <Sheets />}
    </>
  )
}
