import { useContext, useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { readOtherIds } from '#src/data/people-store.ts'
import { countUnsent } from '#src/data/unsent.ts'
import { readUnsentRows } from '#src/data/unsent-rows.ts'
import { useUploads } from '#src/session/documents.ts'
import { SessionsContext } from '#src/session/people.tsx'
import { deliverScans } from '#src/session/scans.ts'
import { type Session, useSession } from '#src/session/session.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { signOutHere } from './sign-out.ts'

/**
 * Signs out. Asks first if this device has writes that are not on the server, because they would be lost (readings,
 * Reads). With nothing unsent, it does not ask.
 */
export function SignOutDialog({ onClose }: { onClose(): void }) {
  const { account } = useSession()
  const sessions = [...useContext(SessionsContext).values()]
  const databases = sessions.map(({ db }) => db)
  const unsent = useLiveQuery(async () => {
    const open = new Set(sessions.map(({ whose }) => whose.person))
    const closed = (await readOtherIds(account.id)).filter((person) => !open.has(person))
    const rows = await Promise.all(closed.map(readUnsentRows))
    return sumOf([...(await Promise.all(databases.map(countUnsent))), ...rows.map((read) => read?.count ?? 0)])
  }, databases)
  const [leaving, setLeaving] = useState(false)
  const nothingUnsent = unsent === 0

  useEffect(() => {
    if (nothingUnsent) void signOutHere(account.id)
  }, [nothingUnsent, account.id])

  if (unsent === undefined || nothingUnsent) return null
  const saveAll = () => {
    for (const session of sessions) {
      session.sync.request()
      void deliverPictures(session)
    }
    useUploads.getState().queue?.request()
  }
  return (
    <ConfirmDialog
      title={t('Sign out and lose what is not saved yet?')}
      confirmLabel={t('Sign out anyway')}
      busy={leaving ? t('Signing out') : undefined}
      cancelLabel={t('Stay signed in')}
      other={{ label: t('Save first'), onClick: saveAll }}
      onCancel={onClose}
      onConfirm={() => {
        setLeaving(true)
        void signOutHere(account.id).catch((error: unknown) => {
          setLeaving(false)
          throw error
        })
      }}
    >
      <p>
        {t(
          '{count, plural, one {1 change on this device has not reached your account. Signing out removes everything from this device, and it is lost.} other {{count} changes on this device have not reached your account. Signing out removes everything from this device, and they are lost.}}',
          { count: unsent },
        )}
      </p>
      <p className="small quiet">
        {unsent === 1
          ? t('With a connection, “Save first” sends it and then signs you out.')
          : t('With a connection, “Save first” sends them and then signs you out.')}
      </p>
    </ConfirmDialog>
  )
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** Sends what waits of somebody whose pictures no queue of this page sends: it works for whoever is shown. */
async function deliverPictures({ db, whose }: Session): Promise<void> {
  const { sendDocuments } = await import('./upload-queue.ts')
  await sendDocuments({ db, whose })
  await deliverScans(db, whose)
}
