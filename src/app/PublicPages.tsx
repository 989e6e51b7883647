import { PAGES, type PublicPage } from '#domain/protocol/pages.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import PrivacyPage from '#src/features/legal/PrivacyPage.tsx'
import TermsPage from '#src/features/legal/TermsPage.tsx'
import PricingPage from '#src/features/pricing/PricingPage.tsx'
import { latePage } from './late-page.tsx'

/** Its form brings more along than all the others weigh. */
const ContactPage = latePage(() => import('#src/features/contact/ContactPage.tsx'))

/** The pages that everybody may see, in one file: each is small. `user` is null for a visitor. */
export default function PublicPages({ page, user }: { page: PublicPage; user: CurrentUser | null }) {
  switch (page) {
    case PAGES.pricing:
      return <PricingPage user={user} />
    case PAGES.privacy:
      return <PrivacyPage />
    case PAGES.terms:
      return <TermsPage />
    case PAGES.contact:
      return <ContactPage user={user} />
  }
}
