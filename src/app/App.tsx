import { useEffect } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { EXAMPLE, isExample, PAGES, PUBLIC_PAGES, SIGNED_IN_PAGES } from '#domain/protocol/pages.ts'
import { SIGN_OUT_PATH } from '#domain/protocol/sign-in-address.ts'
import type { StorageFault } from '#src/data/storage-fault.ts'
import { useAppLock } from '#src/session/app-lock.ts'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { Opening } from '#src/ui/Opening.tsx'
import { Questioner } from '#src/ui/Questioner.tsx'
import { showAppInTime } from '#src/ui/show-app.ts'
import { Toaster } from '#src/ui/Toaster.tsx'
import { useAuth } from './auth.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { FaultGate } from './FaultGate.tsx'
import { openingFault } from './fault-text.ts'
import { isKnownVisitor } from './known-visitor.ts'
import { latePage } from './late-page.tsx'
import { PublicShell } from './PublicShell.tsx'
import { startAgain } from './start-auth.ts'
import { UpdatePrompt } from './UpdatePrompt.tsx'

const LandingPage = latePage(() => import('#src/features/landing/LandingPage.tsx'))
const PublicPages = latePage(() => import('./PublicPages.tsx'))
const SignedIn = latePage(() => import('./SignedIn.tsx'))
const Example = latePage(() => import('./Example.tsx'))

/** It is decided once: only a load of another document leads in or out. */
const SHOWS_EXAMPLE = isExample(location.pathname)

// Requested before it is known who is here: everyone with a session or a known user needs it, and the document hints at
// that.
if (SHOWS_EXAMPLE) Example.want()
else if (!isKnownVisitor()) SignedIn.want()

/**
 * The whole app: the signed-in screens for a user that this device or the server knows, the public pages for everyone
 * else.
 */
export function App() {
  const isLocked = useAppLock((state) => state.isLocked)
  // Even if the first render fails.
  useEffect(showAppInTime, [])
  return (
    <ErrorBoundary>
      <BrowserRouter {...(SHOWS_EXAMPLE && { basename: EXAMPLE })}>
        {SHOWS_EXAMPLE ? <Example /> : <Screens />}
        <UpdatePrompt />
      </BrowserRouter>
      {/* Toasts and questions name medications. */}
      {isLocked ? null : <Toaster />}
      {isLocked ? null : <Questioner />}
      {isLocked ? null : <LiveRegion />}
    </ErrorBoundary>
  )
}

function Screens() {
  const auth = useAuth()
  if (auth.status === 'loading') return <Opening />
  if (auth.status === 'unknown') return <UnknownPerson fault={auth.fault} />
  if (auth.status === 'signed-in') {
    return <SignedIn user={auth.user} PublicPages={PublicPages} />
  }
  return (
    <Routes>
      <Route element={<PublicShell />}>
        <Route path={PAGES.home} element={<LandingPage />} />
        {PUBLIC_PAGES.map((page) => (
          <Route key={page} path={page} element={<PublicPages page={page} user={null} />} />
        ))}
        {SIGNED_IN_PAGES.map((path) => (
          <Route key={path} path={path} element={<PublicPages page="sign-in" user={null} />} />
        ))}
        <Route path="*" element={<PublicPages page="not-found" user={null} />} />
      </Route>
    </Routes>
  )
}

/** If the device store does not answer, only reloading the page can ask again: this page's request is still open. */
function UnknownPerson({ fault }: { fault: StorageFault }) {
  return (
    <FaultGate
      {...openingFault(fault)}
      action={t('Try again')}
      onAction={() => (fault === 'slow' ? location.reload() : void startAgain())}
      userId={null}
      isWithoutStorage={fault === 'unavailable'}
      onFresh={() => location.assign(SIGN_OUT_PATH)}
    />
  )
}
