import { PAGES, type PublicPage } from '#domain/protocol/pages.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import PrivacyPage from '#src/features/legal/PrivacyPage.tsx'
import TermsPage from '#src/features/legal/TermsPage.tsx'
import PricingPage from '#src/features/pricing/PricingPage.tsx'
import { latePage } from './late-page.tsx'
import { NotFound } from './NotFound.tsx'
import { SignInPrompt } from './SignInPrompt.tsx'

/** Its form brings in more code than all the other pages together. */
const ContactPage = latePage(() => import('#src/features/contact/ContactPage.tsx'))

/** Loaded as a separate document, with what the payment needs (decision 034). */
const SubscribeScreen = latePage(() => import('./SubscribeScreen.tsx'))

export interface PublicPagesProps {
  /** `sign-in` is shown at a private address, `not-found` at one that is not a page. */
  page: PublicPage | 'sign-in' | 'not-found'
  /** Null for a visitor. */
  user: CurrentUser | null
}

/** The pages that everyone may see, in one file since each is small. */
export default function PublicPages({ page, user }: PublicPagesProps) {
  switch (page) {
    case PAGES.pricing:
      return <PricingPage user={user} />
    case PAGES.subscribe:
      return <SubscribeScreen user={user} />
    case PAGES.privacy:
      return <PrivacyPage />
    case PAGES.terms:
      return <TermsPage />
    case PAGES.contact:
      return <ContactPage user={user} />
    case 'sign-in':
      return <SignInPrompt />
    case 'not-found':
      return <NotFound />
  }
}
