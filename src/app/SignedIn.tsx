import type { ComponentType, ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { needsConsent } from '#domain/access/may-use.ts'
import { PAGES, PUBLIC_PAGES } from '#domain/protocol/pages.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { EVERYONE } from '#src/data/people-store.ts'
import HomePage from '#src/features/home/HomePage.tsx'
import { useAppLock } from '#src/session/app-lock.ts'
import { OwnSession, useHasOthers, usePeople } from '#src/session/people.tsx'
import { useIsSimple } from '#src/session/simple-view.ts'
import { AppShell } from './AppShell.tsx'
import { Conflicts } from './Conflicts.tsx'
import { LateAlerts } from './LateAlerts.tsx'
import { LateParts } from './LateParts.tsx'
import { latePage } from './late-page.tsx'
import { People } from './People.tsx'
import type { PublicPagesProps } from './PublicPages.tsx'
import { RECORD_PAGES } from './record-pages.ts'
import { SessionProvider } from './SessionProvider.tsx'
import { Supplies } from './Supplies.tsx'

const AppLock = latePage(() => import('#src/features/app-lock/AppLock.tsx'))
const AgeGate = latePage(() => import('#src/features/age/AgeGate.tsx'))
const SimplePage = latePage(() => import('#src/features/simple/SimplePage.tsx'))
const EveryonePage = latePage(() => import('#src/features/home/EveryonePage.tsx'))
const PeoplePage = latePage(() => import('#src/features/people/PeoplePage.tsx'))
const DocumentsPage = latePage(() => import('#src/features/documents/DocumentsPage.tsx'))
const VoicePage = latePage(() => import('#src/features/voice/VoicePage.tsx'))
const PrescriptionsPage = latePage(() => import('#src/features/scan/PrescriptionsPage.tsx'))
const ProgramsPage = latePage(() => import('./ProgramsScreen.tsx'))
const LockedCard = latePage(() => import('#src/features/emergency/LockedCard.tsx'))
const SettingsPage = latePage(() => import('./SettingsScreen.tsx'))
const HealthPage = latePage(() => import('./ReminderHealthScreen.tsx'))
const AdminScreen = latePage(() => import('./AdminScreen.tsx'))

interface SignedInProps {
  user: CurrentUser
  /** The pages that everyone may see. */
  PublicPages: ComponentType<PublicPagesProps>
}

/**
 * Every screen of a signed-in user: those about health are behind the age and consent gate, and none is shown while the
 * app is locked.
 */
export default function SignedIn({ user, PublicPages }: SignedInProps) {
  const gated = !user.ageVerified || needsConsent(user, Date.now())
  const { lock, isLocked } = useAppLock()
  return (
    <SessionProvider user={user}>
      <People alerts={gated ? null : <LateAlerts />}>
        {isLocked ? null : <Screens user={user} PublicPages={PublicPages} gated={gated} />}
        {gated ? null : <LateParts />}
      </People>
      {lock ? <AppLock lock={lock} card={own(<LockedCard />)} /> : null}
    </SessionProvider>
  )
}

/** A page about the account, whoever is shown elsewhere. */
const own = (page: ReactNode) => <OwnSession>{page}</OwnSession>

/** The day of whoever is shown; of everyone, where the account looks after somebody. In the simple view, card by card. */
function Home() {
  const isSimple = useIsSimple()
  const isEveryone = usePeople(({ shown }) => shown === EVERYONE)
  const hasOthers = useHasOthers()
  if (isSimple) return <SimplePage Conflicts={Conflicts} />
  return hasOthers && isEveryone ? <EveryonePage /> : <HomePage Conflicts={Conflicts} Supplies={Supplies} />
}

function Screens({ user, PublicPages, gated }: SignedInProps & { gated: boolean }) {
  return (
    <Routes>
      <Route path={PAGES.admin} element={own(<AdminScreen user={user} />)} />
      <Route element={<AppShell gated={gated} />}>
        {PUBLIC_PAGES.map((page) => (
          <Route key={page} path={page} element={own(<PublicPages page={page} user={user} />)} />
        ))}
        <Route element={gated ? <AgeGate /> : undefined}>
          <Route path={PAGES.home} element={<Home />} />
          {RECORD_PAGES.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path={PAGES.documents} element={<DocumentsPage />} />
          <Route path={PAGES.voice} element={<VoicePage />} />
          <Route path={PAGES.prescriptions} element={<PrescriptionsPage />} />
          <Route path={PAGES.reminderHealth} element={own(<HealthPage />)} />
          <Route path={PAGES.people} element={own(<PeoplePage />)} />
          <Route path={PAGES.programs} element={own(<ProgramsPage />)} />
        </Route>
        <Route path={PAGES.settings} element={own(<SettingsPage gated={gated} />)} />
        <Route path="*" element={<PublicPages page="not-found" user={user} />} />
      </Route>
    </Routes>
  )
}
