import { Outlet } from 'react-router-dom'
import { AppHeader } from './AppHeader.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Footer } from './Footer.tsx'
import { Sheets } from './Sheets.tsx'
import { usePageChange } from './use-page-change.ts'
import { useWorkerOpens } from './worker-opens.ts'

/**
 * Header, navigation and footer around every signed-in page, and what may appear on any of them.
 * @param gated the person may not use health data yet: nothing that reads or announces it is drawn
 */
export function AppShell({ gated }: { gated: boolean }) {
  usePageChange()
  useWorkerOpens()
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <AppHeader gated={gated} />
      {/* As high as the window from the start: a footer in sight would jump away when the page's content comes. */}
      <main id="main" tabIndex={-1} className="shell">
        <Outlet />
      </main>
      <Footer />
      {gated ? null : (
        <>
          <BottomBar />
          <Sheets />
        </>
      )}
    </>
  )
}
