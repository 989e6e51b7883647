import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { type Language, type LanguageTag, languageOf } from '#domain/language/languages.ts'
import { type Catalogue, language, speakThrough, t, translatorOf } from '#domain/language/translate.ts'
import {
  documentIn,
  FIRST_RUN_FILE,
  PAGES,
  SHARED_PAGES,
  sharedPart,
  VISITOR_PAGES,
  type VisitorPage,
  visitorDocument,
} from '#domain/protocol/pages.ts'
import { ContactFrame } from '#src/features/contact/ContactFrame.tsx'
import { PlainContactForm } from '#src/features/contact/PlainContactForm.tsx'
import LandingPage from '#src/features/landing/LandingPage.tsx'
import PrivacyPage from '#src/features/legal/PrivacyPage.tsx'
import TermsPage from '#src/features/legal/TermsPage.tsx'
import PricingPage from '#src/features/pricing/PricingPage.tsx'
import { NoMedications } from '#src/session/NoMedications.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { titleOf } from './page-titles.ts'

const CONTENT: Record<VisitorPage, ReactElement> = {
  [PAGES.home]: <LandingPage />,
  [PAGES.pricing]: <PricingPage user={null} />,
  [PAGES.privacy]: <PrivacyPage />,
  [PAGES.terms]: <TermsPage />,
  [PAGES.contact]: (
    <ContactFrame>
      <PlainContactForm />
    </ContactFrame>
  ),
}

export interface VisitorDocument {
  file: string
  title: string
  /** Markup of the body. */
  body: string
  language: Language
  /** What the button of the theme is called, which `public/visitor.js` changes. */
  themeNames: { light: string; dark: string }
}

/** Markup that the server puts into the app's document. */
export interface DocumentPart {
  file: string
  body: string
}

/** Renders the documents of a language: a visitor's pages, and the parts for users. */
export function renderIn(tag: LanguageTag, catalogue: Catalogue): { pages: VisitorDocument[]; parts: DocumentPart[] } {
  const translator = translatorOf(languageOf(tag), catalogue)
  speakThrough(() => translator)
  const parts = [{ file: documentIn(FIRST_RUN_FILE, tag), body: renderFirstRun() }, ...renderSharedParts()]
  return { pages: renderVisitorDocuments(), parts }
}

/**
 * Renders what a user reads on a page for everyone (server/http/plugins/client.ts) until the app has loaded and shows
 * the same: without it, the first thing to read would come seconds later on a slow network.
 */
const renderSharedParts = (): DocumentPart[] =>
  SHARED_PAGES.map((page) => ({
    file: documentIn(sharedPart(page), language().tag),
    body: renderToStaticMarkup(<MemoryRouter initialEntries={[page]}>{CONTENT[page]}</MemoryRouter>),
  }))

/**
 * Renders what a new user reads below their greeting (server/http/plugins/client.ts) until the app has loaded and shows
 * the same. Its link works without the app.
 */
export const renderFirstRun = (): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[PAGES.home]}>
      <div className="columns home__today">
        <div className="home__main">
          <NoMedications load="loaded" size="lg" />
        </div>
      </div>
    </MemoryRouter>,
  )

/** Renders a visitor's pages as HTML at build time, so that they can be read before any script arrives. */
export const renderVisitorDocuments = (): VisitorDocument[] =>
  VISITOR_PAGES.map((page) => ({
    file: documentIn(visitorDocument(page), language().tag),
    language: language(),
    themeNames: { light: t('Switch to light theme'), dark: t('Switch to dark theme') },
    title: page === PAGES.home ? 'Dosewell' : titleOf(page),
    body: renderToStaticMarkup(
      <MemoryRouter initialEntries={[page]}>
        <a className="skip" href="#main">
          {t('Skip to the content')}
        </a>
        <PublicFrame>{CONTENT[page]}</PublicFrame>
      </MemoryRouter>,
    ),
  }))
