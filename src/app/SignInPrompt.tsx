import { useLocation } from 'react-router-dom'
import { PAGES } from '#domain/protocol/pages.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'

/** What a visitor sees on a private page: the way in, never data (READINGS, Reads). */
export function SignInPrompt() {
  const { pathname } = useLocation()
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>Please sign in</h1>
        <p className="quiet">
          {pathname === PAGES.documents
            ? 'Please log in to manage your medical documents'
            : 'This page shows your own medications and doses. Sign in to see them.'}
        </p>
      </div>
      <ButtonLink variant="primary" size="lg" href={`/api/login?next=${encodeURIComponent(pathname)}`}>
        Sign In
      </ButtonLink>
    </div>
  )
}
