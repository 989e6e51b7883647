import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { ThemeToggle } from '#src/ui/ThemeToggle.tsx'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import { usePageChange } from './use-page-change.ts'

/** Header and footer of a visitor. Sign-in is a page of the server, so Login loads a document. */
export function PublicShell() {
  usePageChange()
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="top">
        <div className="top__in">
          <Brand />
          <ThemeToggle />
          <ButtonLink variant="plain" href="/api/login">
            Login
          </ButtonLink>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
    </>
  )
}
