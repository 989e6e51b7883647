import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Outlet, Route, Routes, useLocation } from 'react-router-dom'
import type { UserId } from '#domain/lib/ids.ts'
import { PAGES, PUBLIC_PAGES } from '#domain/protocol/pages.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import { readProfile } from '#src/data/read-profile.ts'
import { withProfile } from '#src/data/stored-profile.ts'
import { BeyondExample } from '#src/features/example/BeyondExample.tsx'
import { ExampleNotice } from '#src/features/example/ExampleNotice.tsx'
import { EXAMPLE_DEVICE } from '#src/features/example/example-data.ts'
import { alex } from '#src/features/example/example-person.ts'
import { deleteExample, idOfExample, openExample, takeOver, tidyExamples } from '#src/features/example/example-store.ts'
import { closeServer } from '#src/features/example/no-server.ts'
import HomePage from '#src/features/home/HomePage.tsx'
import { browserZone, deviceClock } from '#src/platform/clock.ts'
import { ownData } from '#src/platform/whose.ts'
import { SessionsContext } from '#src/session/people.tsx'
import { type Session, SessionContext } from '#src/session/session.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'
import { Opening } from '#src/ui/Opening.tsx'
import { AppShell } from './AppShell.tsx'
import { Conflicts } from './Conflicts.tsx'
import { pageName } from './page-titles.ts'
import { RECORD_PAGES } from './record-pages.ts'
import { Supplies } from './Supplies.tsx'

closeServer()

/**
 * The app with an invented person's data, at addresses of its own (decision 094). It has a local database for each tab
 * and nothing else: no account, no server, no alerts.
 */
export default function Example() {
  const [db, setDb] = useState<DosewellDatabase | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [id] = useState(idOfExample)
  useEffect(() => {
    // First: a tab that opens another example deletes those that nobody holds on to.
    tidyExamples(id).catch(() => {})
    openExample(id, deviceClock, browserZone()).then(setDb, setFailure)
  }, [id])
  if (failure !== null) throw failure
  return db ? <Screens db={db} id={id} /> : <Opening />
}

function Screens({ db, id }: { db: DosewellDatabase; id: UserId }) {
  const leave = () => void deleteExample(db, id).finally(() => location.assign(PAGES.home))
  return (
    <ExampleSession db={db} id={id} onLeave={leave}>
      <Routes>
        {PUBLIC_PAGES.map((page) => (
          <Route key={page} path={page} element={<OutOfExample to={page} />} />
        ))}
        <Route element={<AppShell gated={false} />}>
          <Route element={<Frame onLeave={leave} />}>
            <Route path={PAGES.home} element={<HomePage Conflicts={Conflicts} Supplies={Supplies} />} />
            {RECORD_PAGES.map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
            <Route path="*" element={<Beyond />} />
          </Route>
        </Route>
      </Routes>
    </ExampleSession>
  )
}

const Frame = ({ onLeave }: { onLeave(): void }) => (
  <>
    <ExampleNotice onLeave={onLeave} />
    <Outlet />
  </>
)

const Beyond = () => <BeyondExample title={pageName(useLocation().pathname)} />

/** A page for everyone is not part of the example; what was tried stays until the way back. */
function OutOfExample({ to }: { to: string }) {
  useEffect(() => location.assign(to), [to])
  return <Opening />
}

interface ExampleSessionProps {
  db: DosewellDatabase
  id: UserId
  onLeave(): void
  children: ReactNode
}

function ExampleSession({ db, id, onLeave, children }: ExampleSessionProps) {
  const profile = useLiveQuery(() => readProfile(db), [db])
  const session = useMemo<Session>(() => {
    const user = withProfile(alex(id, browserZone()), profile ?? null)
    const accept = () => void takeOver(db, deviceClock)
    return {
      user,
      account: user,
      person: null,
      whose: ownData(id),
      zone: browserZone(),
      db,
      device: EXAMPLE_DEVICE,
      sync: {
        phase: { kind: 'synced' },
        request: accept,
        deliver: accept,
        onAttempt: () => () => {},
        tellAttempt: () => {},
      },
      isExample: true,
      refreshUser: async () => {},
      signOut: onLeave,
    }
  }, [db, id, profile, onLeave])
  const sessions = useMemo(() => new Map([[id, session]]), [id, session])
  return (
    <SessionContext value={session}>
      <SessionsContext value={sessions}>{children}</SessionsContext>
    </SessionContext>
  )
}
