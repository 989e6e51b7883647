import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react'
import { mayUse } from '#domain/access/may-use.ts'
import { t } from '#domain/language/translate.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { withProfile } from '#src/data/stored-profile.ts'
import { browserZone } from '#src/platform/clock.ts'
import { ownData } from '#src/platform/whose.ts'
import { useRecalledLock } from '#src/session/app-lock.ts'
import { type Session, SessionContext } from '#src/session/session.ts'
import { fetchAhead } from '#src/ui/idle.ts'
import { latePart } from '#src/ui/late-part.ts'
import { Opening } from '#src/ui/Opening.tsx'
import { refreshUser } from './auth.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { FaultGate, fetchFaultWays } from './FaultGate.tsx'
import { openingFault } from './fault-text.ts'
import { useRecalledPeople } from './People.tsx'
import { useRememberedUnsent } from './remembered-unsent.ts'
import { askToSignOut, fetchSignOut } from './SignOutQuestion.tsx'
import { StorageNotice } from './StorageNotice.tsx'
import { useDatabase } from './use-database.ts'
import { useLiveSync } from './use-live-sync.ts'

const otherVersion = latePart(() => import('./OtherVersion.tsx'))

/**
 * Loads the late parts while they are available: once a newer version has taken over, the parts of this one are no
 * longer served.
 */
function fetchParts() {
  for (const fetch of [fetchSignOut, otherVersion.want, fetchFaultWays]) fetchAhead(fetch)
}

/**
 * Opens the user's database, starts sync, and provides both to the screens below. It also reads whether the app is
 * locked.
 */
export function SessionProvider({ user: told, children }: { user: CurrentUser; children: ReactNode }) {
  const { opened, profile, trouble, fault, tries, reopen } = useDatabase(told)
  const isLockKnown = useRecalledLock(told.id, tries)
  const isAllowed = mayUse(told, 'health', Date.now()).allowed
  const arePeopleKnown = useRecalledPeople({ id: told.id, isAllowed, tries })
  const user = useMemo(() => withProfile(told, profile), [told, profile])
  const isClosed = trouble !== null || fault === 'closed'
  const db = opened && !isClosed ? opened.db : null
  useRememberedUnsent(db)
  const whose = useMemo(() => ownData(user.id), [user.id])
  const sync = useLiveSync(db, whose, mayUse(user, 'health', Date.now()).allowed)
  const notice = otherVersion.use()
  useEffect(fetchParts, [])
  useEffect(() => {
    if (trouble !== null) otherVersion.want()
  }, [trouble])

  const session = useMemo<Session | null>(() => {
    if (!opened) return null
    return {
      user,
      account: user,
      person: null,
      whose,
      zone: user.timeZone ?? browserZone(),
      db: opened.db,
      device: opened.device,
      sync,
      refreshUser,
      signOut: askToSignOut,
    }
  }, [user, whose, opened, sync])

  const said = trouble && notice ? <notice.OtherVersion trouble={trouble} isOverScreen={!!session} /> : null
  const isKnown = session !== null && isLockKnown && arePeopleKnown
  // The screens, when they can be shown at last, are rendered in slices, between which the page answers.
  const isShown = useDeferredValue(isKnown)
  if (!session || !isKnown || !isShown) {
    if (said || fault === null) return said ?? <Opening />
    return (
      <FaultGate
        {...openingFault(fault)}
        action={t('Try again')}
        onAction={reopen}
        userId={told.id}
        isWithoutStorage={fault === 'unavailable'}
        onFresh={reopen}
      />
    )
  }
  return (
    <SessionContext value={session}>
      <ErrorBoundary userId={told.id}>{children}</ErrorBoundary>
      {said}
      {fault !== null && trouble === null ? <StorageNotice fault={fault} onReopen={reopen} /> : null}
    </SessionContext>
  )
}
