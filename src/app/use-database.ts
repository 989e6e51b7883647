import { useCallback, useEffect, useState } from 'react'
import type { CurrentUser } from '#domain/records/user.ts'
import { isLogoutPending, readKnownUser, readSignedOut, rememberUser } from '#src/data/device-store.ts'
import type { StorageFault } from '#src/data/storage-fault.ts'
import type { StoredProfile } from '#src/data/stored-profile.ts'
import { warnOnce } from '#src/platform/logger.ts'
import { ownData } from '#src/platform/whose.ts'
import { catchStorageFaults, useStorageFault } from '#src/session/storage-fault.ts'
import { signedOutElsewhere } from './auth.ts'
import { type DatabaseTrouble, isStillThere, type Opened, openDatabase } from './open-database.ts'

interface State {
  /** Null until both are available. After an upgrade elsewhere or a fault, it stays for the screens, but closed. */
  opened: Opened | null
  /** Available as soon as the database is open, so that nothing is planned in the wrong zone before. */
  profile: StoredProfile | null
  trouble: DatabaseTrouble | null
}

const OPENING: State = { opened: null, profile: null, trouble: null }

/**
 * If the browser closes a database that was open for this long (ms), it is reopened immediately; a younger one would
 * only be closed again.
 */
const WORTH_REOPENING = 5000

export interface Database extends State {
  fault: StorageFault | null
  /** How often it was reopened. */
  tries: number
  /** Reopens it. What the screens show stays meanwhile. */
  reopen(): void
}

/** Returns the user's local database, open, and this device's identity. */
export function useDatabase(user: CurrentUser): Database {
  const [state, setState] = useState(OPENING)
  const [tries, setTries] = useState(0)
  const { fault } = useStorageFault()
  const userId = user.id
  const reopen = useCallback(() => {
    rememberAgain(user)
      .catch((cause: unknown) => warnOnce('The device store could not be opened again', cause))
      .finally(() => setTries((before) => before + 1))
  }, [user])

  useEffect(() => catchStorageFaults(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of one person is nothing to the next
  useEffect(() => {
    return () => {
      setState(OPENING)
      useStorageFault.setState({ fault: null })
    }
  }, [userId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try opens it anew
  useEffect(() => {
    let openedAt: number | null = null
    return openDatabase(ownData(userId), {
      onOpened(opened, profile) {
        if (openedAt === null) useStorageFault.setState({ fault: null })
        openedAt ??= performance.now()
        setState({ opened, profile, trouble: null })
      },
      onTrouble: (trouble) => setState((before) => ({ ...before, trouble })),
      onFault(fault) {
        useStorageFault.setState({ fault })
        const isWorthIt = openedAt !== null && performance.now() - openedAt > WORTH_REOPENING
        // Reminders must not wait for someone to look at this page.
        if (fault === 'closed' && isWorthIt)
          void isStillThere(userId).then((isThere) => isThere && setTries((before) => before + 1))
      },
      onSignedOut: signedOutElsewhere,
    })
  }, [userId, tries])
  return { ...state, fault, tries, reopen }
}

/**
 * Stores the user again: the device store may be gone along with the database (site data cleared), and with it who is
 * signed in, but this page still knows.
 */
async function rememberAgain(user: CurrentUser): Promise<void> {
  const [known, signedOut, isOwed] = await Promise.all([readKnownUser(), readSignedOut(), isLogoutPending()])
  if (known === null && signedOut === null && !isOwed) await rememberUser(user)
}
