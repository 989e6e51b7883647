import { Download } from 'lucide-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { UserId } from '#domain/lib/ids.ts'
import { fileOfUnsent, readUnsentRows, type UnsentRows } from '#src/data/unsent-rows.ts'
import { useAppLock } from '#src/session/app-lock.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { saveFile } from '#src/ui/save-file.ts'
import { rememberedUnsent } from './remembered-unsent.ts'
import { signOutHere } from './sign-out.ts'
import { deleteAllHere, deleteDatabaseOf } from './start-afresh.ts'
import { lossText, type UnsentKnowledge, unsentText } from './unsent-text.ts'

/** What has not reached the account, and the rows themselves if they can be read. */
export interface Unsent {
  known: UnsentKnowledge
  rows: UnsentRows | null
}

/** Finds out as much as possible. Never rejects. */
export async function findUnsent(userId: UserId | null): Promise<Unsent> {
  const rows = userId === null ? null : await readUnsentRows(userId)
  if (rows) return { known: { kind: 'counted', count: rows.count }, rows }
  const count = rememberedUnsent()
  return { known: count === null ? { kind: 'unknown' } : { kind: 'remembered', count }, rows: null }
}

/** Says what is unsent, and saves it to a file if it can be read. A locked app exports nothing. */
export function FaultUnsent({ known, rows }: Unsent) {
  const isLocked = useAppLock(({ lock, isLocked }) => lock === undefined || isLocked)
  const save = async (unsent: UnsentRows) => {
    const today = new Date().toISOString().slice(0, 10)
    saveFile(`dosewell-unsent-${today}.json`, await fileOfUnsent(unsent))
  }
  return (
    <div className="dialog__body">
      <p>{unsentText(known)}</p>
      {rows && rows.count > 0 && !isLocked ? (
        <Button variant="soft" onClick={() => void save(rows)}>
          <Download className="icon" aria-hidden />
          {rows.count === 1 ? t('Save it as a file') : t('Save them as a file')}
        </Button>
      ) : null}
    </div>
  )
}

interface FaultWaysProps {
  known: UnsentKnowledge
  userId: UserId | null
  isWithoutStorage: boolean
  onFresh(): void
}

/** Starting afresh and signing out. Both first say what will be lost. */
export function FaultWays({ known, userId, isWithoutStorage, onFresh }: FaultWaysProps) {
  const [asking, setAsking] = useState<'afresh' | 'sign-out' | null>(null)
  return (
    <>
      {isWithoutStorage ? null : (
        <Button variant="plain" onClick={() => setAsking('afresh')}>
          {t('Start over on this device')}
        </Button>
      )}
      {userId === null ? null : (
        <Button variant="quiet" onClick={() => setAsking('sign-out')}>
          {t('Sign out')}
        </Button>
      )}
      {asking === 'afresh' ? (
        <StartAfresh known={known} userId={userId} onFresh={onFresh} onClose={() => setAsking(null)} />
      ) : null}
      {asking === 'sign-out' && userId !== null ? (
        <Leave known={known} userId={userId} onClose={() => setAsking(null)} />
      ) : null}
    </>
  )
}

type StartAfreshProps = Omit<FaultWaysProps, 'isWithoutStorage'> & { onClose(): void }

function StartAfresh({ known, userId, onFresh, onClose }: StartAfreshProps) {
  const [state, setState] = useState<'asking' | 'deleting' | 'not-deleted'>('asking')
  const start = async () => {
    setState('deleting')
    const isDeleted = await (userId === null ? deleteAllHere() : deleteDatabaseOf(userId))
    if (!isDeleted) return setState('not-deleted')
    onClose()
    onFresh()
  }
  return (
    <ConfirmDialog
      title={t('Start over on this device?')}
      confirmLabel={state === 'not-deleted' ? t('Try again') : t('Start over')}
      busy={state === 'deleting' ? t('Deleting') : undefined}
      onCancel={onClose}
      onConfirm={() => void start()}
    >
      <p>
        {t('This deletes what Dosewell has stored on this device.')} {lossText(known)}{' '}
        {userId === null
          ? t('All else comes back from your account after you have signed in again.')
          : t('All else comes back from your account, once there is a connection.')}
      </p>
      {state === 'not-deleted' ? (
        <p role="alert">
          {t(
            'It could not be deleted yet. Close other tabs of Dosewell, or close the browser and open it again; it is deleted then.',
          )}
        </p>
      ) : null}
    </ConfirmDialog>
  )
}

function Leave({ known, userId, onClose }: Pick<FaultWaysProps, 'known'> & { userId: UserId; onClose(): void }) {
  const [isLeaving, setLeaving] = useState(false)
  return (
    <ConfirmDialog
      title={t('Sign out of this device?')}
      confirmLabel={t('Sign out')}
      busy={isLeaving ? t('Signing out') : undefined}
      cancelLabel={t('Stay signed in')}
      onCancel={onClose}
      onConfirm={() => {
        setLeaving(true)
        void signOutHere(userId)
      }}
    >
      <p>
        {t('Signing out removes everything from this device.')} {lossText(known)}
      </p>
    </ConfirmDialog>
  )
}
