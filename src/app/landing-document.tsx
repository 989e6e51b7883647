import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import LandingPage from '#src/features/landing/LandingPage.tsx'
import { PublicFrame } from './PublicFrame.tsx'

/** The landing page as HTML, made when the app is built: a visitor reads it before any script has arrived. */
export const renderLanding = (): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PublicFrame>
        <LandingPage />
      </PublicFrame>
    </MemoryRouter>,
  )
