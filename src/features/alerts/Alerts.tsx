import { useCallback, useEffect, useMemo, useState } from 'react'
import type { UserId } from '#domain/lib/ids.ts'
import { useNotifications } from '#src/session/notifications.ts'
import { useRemindedSessions } from '#src/session/people.tsx'
import { SessionContext } from '#src/session/session.ts'
import { unlockBellOnGesture, useBellUnlocked } from './bell.ts'
import { PersonAlerts } from './PersonAlerts.tsx'
import { pageSound } from './page-sound.ts'
import { SoundHint } from './SoundHint.tsx'
import { useBackWhenOpened } from './use-back-when-opened.ts'
import type { PersonReport } from './use-person-report.ts'
import { useWorkerMessages } from './use-worker-messages.ts'

/**
 * The alerts of the open page (specification, section 4), of everybody whom the account is reminded of, whoever the page
 * shows (R11.10). None of them runs while notifications are off.
 */
export default function Alerts() {
  const { rings } = useNotifications()
  const sessions = useRemindedSessions()
  return (
    <>
      {sessions.map((session) => (
        <SessionContext key={session.user.id} value={session}>
          <BackWhenOpened />
        </SessionContext>
      ))}
      {rings ? <LiveAlerts /> : <OpensOnly />}
    </>
  )
}

function BackWhenOpened() {
  useBackWhenOpened()
  return null
}

function LiveAlerts() {
  const sessions = useRemindedSessions()
  const [reports, setReports] = useState<ReadonlyMap<UserId, PersonReport>>(new Map())
  const tell = useCallback(
    (person: UserId, report: PersonReport | null) => setReports((before) => withReport(before, person, report)),
    [],
  )
  const isUnlocked = useBellUnlocked()
  useEffect(unlockBellOnGesture, [])
  useWorkerMessages(() => {
    for (const report of reports.values()) report.check()
  })
  const sound = useMemo(() => pageSound([...reports.values()]), [reports])
  const [first] = [...reports].flatMap(([person, { isAlerting }]) => (isAlerting ? person : []))
  return (
    <>
      {sessions.map((session) => (
        <SessionContext key={session.user.id} value={session}>
          <PersonAlerts isFirst={session.user.id === first} sound={sound} tell={tell} />
        </SessionContext>
      ))}
      {first === undefined && !isUnlocked ? <SoundHint /> : null}
    </>
  )
}

/** Whoever begins to alert comes after those who do already: what is on screen is answered first. */
function withReport(
  before: ReadonlyMap<UserId, PersonReport>,
  person: UserId,
  report: PersonReport | null,
): ReadonlyMap<UserId, PersonReport> {
  const after = new Map(before)
  const isNew = report?.isAlerting && !before.get(person)?.isAlerting
  if (report === null || isNew) after.delete(person)
  if (report) after.set(person, report)
  return after
}

/** A worker's notification may be clicked even if this page announces nothing. */
function OpensOnly() {
  useWorkerMessages(nothing)
  return null
}

const nothing = () => {}
