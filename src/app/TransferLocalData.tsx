import { Dexie } from 'dexie'
import { useEffect, useState } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { UserId } from '#domain/lib/ids.ts'
import { databaseName } from '#src/data/database-names.ts'
import { earlierAccountsOf, forgetOwner } from '#src/data/device-owners.ts'
import { adoptPeople, readOtherIds, readOwnIds } from '#src/data/people-store.ts'
import { type HeldData, heldOfAll, transferLocalData } from '#src/data/transfer.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { useUploads } from '#src/session/documents.ts'
import { refreshPeople } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { heldText, lostText } from './held-text.ts'

/** Asked again at the next start of the app, not on the next page. */
const LATER = 'hand-over-later'

const RESTORED = msg('The server was restored from a backup made before your account existed.')

interface Found extends HeldData {
  from: UserId
}

/**
 * Offers the data this device holds of an account with the same email address that a restored server no longer knows:
 * the account was younger than the snapshot (S11.11).
 */
export function TransferLocalData() {
  const { user, db, sync } = useSession()
  const [found, setFound] = useState<Found | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let isGone = false
    const look = async () => {
      if (sessionStorage.getItem(LATER) !== null) return
      for (const from of await earlierAccountsOf(user)) {
        const kept = await lostAccount(from, user.id)
        if (kept && !isGone) return setFound({ from, ...kept })
      }
    }
    look().catch(reportError)
    return () => {
      isGone = true
    }
  }, [user])

  if (!found) return null
  const later = () => {
    sessionStorage.setItem(LATER, '')
    setFound(null)
  }
  const settle = (work: Promise<void>) => {
    setBusy(true)
    work
      .then(() => setFound(null))
      .catch(reportError)
      .finally(() => setBusy(false))
  }
  const bring = async () => {
    await adoptPeople(found.from, user.id)
    await transferLocalData(found.from, db, deviceClock)
    await forgetOwner(found.from)
    sync.request()
    void refreshPeople(user.id)
    useUploads.getState().queue?.request()
  }
  const words = heldText(found)
  const lost = lostText(found)
  if (words === null) {
    return (
      <ConfirmDialog
        title={t('Documents that can’t be recovered')}
        variant="primary"
        confirmLabel={t('Delete the list')}
        busy={busy ? t('Deleting') : undefined}
        cancelLabel={t('Not now')}
        onCancel={later}
        onConfirm={() => settle(wipe(found.from, user.id))}
      >
        <p>
          {t(RESTORED)} {t('This device only has the list of the documents of {email}.', { email: user.email })}
        </p>
        <p>{lost}</p>
      </ConfirmDialog>
    )
  }
  if (isDeleting) {
    return (
      <ConfirmDialog
        title={t('Delete what this device saved?')}
        confirmLabel={t('Delete')}
        busy={busy ? t('Deleting') : undefined}
        cancelLabel={t('Keep')}
        onCancel={() => setDeleting(false)}
        onConfirm={() => settle(wipe(found.from, user.id))}
      >
        <p>{t('This deletes {what} from this device. The server does not have any of it.', { what: words })}</p>
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      title={t('Restore what this device saved?')}
      variant="primary"
      confirmLabel={t('Bring it back')}
      busy={busy ? t('Bringing it back') : undefined}
      cancelLabel={t('Not now')}
      other={{ label: t('Delete it'), onClick: () => setDeleting(true) }}
      onCancel={later}
      onConfirm={() => settle(bring())}
    >
      <p>
        {t(RESTORED)} {t('This device still has {what} of {email}.', { what: words, email: user.email })}
      </p>
      {lost ? <p>{lost}</p> : null}
    </ConfirmDialog>
  )
}

/**
 * Returns what is left of that account, and of those whom it had added, if the server confirms that it lost it. An
 * account that was deleted on purpose is deleted here too.
 */
async function lostAccount(from: UserId, account: UserId): Promise<HeldData | null> {
  const kept = await heldOfAll([from, ...(await readOwnIds(from))])
  if (kept === null) {
    await wipe(from, account)
    return null
  }
  const answer = await apiCall({ method: 'POST', path: '/api/user/hand-over', body: { from } })
  if (answer.kind === 'error' && answer.code === 'account_gone') await wipe(from, account)
  return answer.kind === 'ok' ? kept : null
}

/** Deletes what is here of a lost account and of those whom it looked after, unless this account does as well. */
async function wipe(lost: UserId, account: UserId): Promise<void> {
  const here = new Set(await readOtherIds(account))
  const gone = [lost, ...(await readOtherIds(lost))].filter((id) => !here.has(id))
  for (const id of gone) await Dexie.delete(databaseName(id))
  await forgetOwner(lost)
}
