import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { SignInLink } from '#src/session/SignInLink.tsx'
import { ThemeToggle } from '#src/ui/ThemeToggle.tsx'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'

/**
 * A visitor's header and footer, in the app and on the pages rendered at build time. Sign-in is a server page, so Login
 * loads a document.
 */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="top">
        <div className="top__in">
          <Brand />
          <ThemeToggle />
          <SignInLink variant="plain">{t('Login')}</SignInLink>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  )
}
