import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { CurrentUser } from '#domain/records/user.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { type Device, thisDevice } from '#src/data/device-store.ts'
import { browserZone } from '#src/platform/clock.ts'
import { describeDevice } from '#src/platform/describe-device.ts'
import { type Session, SessionContext, type SyncPhase } from '#src/session/session.ts'
import { refreshUser, showSignedOut } from './auth.ts'
import { type LiveSync, startLiveSync } from './live-sync.ts'
import { SignOutDialog } from './SignOutDialog.tsx'

interface Opened {
  db: DosewellDatabase
  device: Device
  live: LiveSync
}

/** Opens the user's database, starts sync, and gives both to the screens below. */
export function SessionProvider({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const [phase, setPhase] = useState<SyncPhase>({ kind: 'starting' })
  const opened = useOpened(user.id, setPhase)
  const [asking, setAsking] = useState(false)

  useEffect(() => {
    // Nothing but a network answer can end a gate such as "age": look again when the user changed.
    if (user.ageVerified) opened?.live.request()
  }, [user.ageVerified, opened])

  const session = useMemo<Session | null>(() => {
    if (!opened) return null
    return {
      user,
      zone: user.timeZone ?? browserZone(),
      db: opened.db,
      device: opened.device,
      sync: { phase, request: opened.live.request, onAttempt: opened.live.onAttempt },
      refreshUser,
      signOut: () => setAsking(true),
    }
  }, [user, opened, phase])

  if (!session) return null
  return (
    <SessionContext value={session}>
      {children}
      {asking ? <SignOutDialog onClose={() => setAsking(false)} /> : null}
    </SessionContext>
  )
}

function useOpened(userId: CurrentUser['id'], onPhase: (phase: SyncPhase) => void): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    let ended = false
    const db = createDatabase(userId)
    let live: LiveSync | null = null
    // Sign-out in another tab deletes the database: let it, and stop showing the person.
    db.on('versionchange', () => {
      db.close()
      showSignedOut()
    })
    Promise.all([db.open(), thisDevice(describeDevice)])
      .then(([, device]) => {
        if (ended) return
        live = startLiveSync({ db, user: userId, onPhase, onSignedOut: showSignedOut })
        setOpened({ db, device, live })
      })
      .catch((error: unknown) => {
        if (!ended) reportError(error)
      })
    return () => {
      ended = true
      live?.stop()
      db.close()
      setOpened(null)
    }
  }, [userId, onPhase])
  return opened
}
