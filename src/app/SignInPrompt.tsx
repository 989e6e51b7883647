import { useLocation } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { SignInLink } from '#src/session/SignInLink.tsx'

/** What a visitor sees on a private page: a way to sign in, never data (readings, Reads; specification, section 2). */
export function SignInPrompt() {
  const { pathname } = useLocation()
  const { title, text } = wordsAt(pathname)
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{title}</h1>
        <p className="quiet">{text}</p>
      </div>
      <SignInLink variant="primary" size="lg">
        {t('Sign In')}
      </SignInLink>
    </div>
  )
}

function wordsAt(pathname: string): { title: string; text: string } {
  switch (pathname) {
    case PAGES.admin:
      return {
        title: t('Authentication Required'),
        text: t('Please log in to access the admin dashboard.'),
      }
    case PAGES.documents:
      return { title: t('Please sign in'), text: t('Please log in to manage your medical documents') }
    default:
      return {
        title: t('Please sign in'),
        text: t('This page shows your own medications and doses. Sign in to see them.'),
      }
  }
}
