import { Outlet } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { AppHeader } from './AppHeader.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Footer } from './Footer.tsx'
import { PeopleStrip } from './PeopleStrip.tsx'
import { Sheets } from './Sheets.tsx'
import { usePageChange } from './use-page-change.ts'
import { useWorkerOpens } from './worker-opens.ts'

/**
 * Header, navigation and footer around every signed-in page, and everything that may appear on any of them.
 * @param gated the user may not use health data yet, so nothing that reads or announces it is rendered
 */
export function AppShell({ gated }: { gated: boolean }) {
  usePageChange()
  useWorkerOpens()
  return (
    <>
      <a className="skip" href="#main">
        {t('Skip to the content')}
      </a>
      <AppHeader gated={gated} />
      {gated ? null : <PeopleStrip />}
      {/* As tall as the window from the start: a visible footer would jump away when the page's content arrives. */}
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
