import { LogOut, Smartphone } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { agoText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import type { SignedInDevice } from '#domain/protocol/account.ts'
import type { AccountAnswer } from '#src/platform/account-calls.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { failureText, useAccountCalls } from './use-account-calls.ts'

/** Null: being fetched. */
type Listed = AccountAnswer<SignedInDevice[]> | null

/** The devices on which the user is signed in. Each can be signed out from here, which needs a connection. */
export function SignedInDevices() {
  const { refreshUser, sync } = useSession()
  const calls = useAccountCalls()
  const [listed, setListed] = useState<Listed>(null)
  const [question, setQuestion] = useState<SignedInDevice | 'others' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const look = useCallback(async () => {
    const answer = await calls.devices()
    setListed(answer)
    if (answer.kind === 'signed-out') await refreshUser()
  }, [calls, refreshUser])
  // Once sync has found out whether there is a connection, and again when that changes.
  const { kind } = sync.phase
  useEffect(() => {
    if (kind !== 'starting') void look()
  }, [kind, look])

  const end = async (asked: SignedInDevice | 'others') => {
    setBusy(true)
    const answer = asked === 'others' ? await calls.signOutOthers() : await calls.signOut(asked.id)
    if (answer.kind === 'ok') await look()
    setBusy(false)
    setQuestion(null)
    toast(
      answer.kind === 'ok'
        ? {
            title:
              asked === 'others'
                ? t('Your other devices are signed out')
                : t('{device} is signed out', { device: asked.deviceName }),
          }
        : { title: t('Nobody was signed out'), description: failureText(answer), tone: 'destructive' },
    )
  }

  const devices = listed?.kind === 'ok' ? listed.value : []
  return (
    <Card as="section" aria-labelledby="signed-in-devices">
      <h2 id="signed-in-devices">{t('Signed in on')}</h2>
      {listed?.kind === 'ok' ? null : (
        <p className="quiet" role="status">
          {listed ? t('The list of your devices needs a connection.') : t('Loading your devices')}
        </p>
      )}
      <ul className="list">
        {devices.map((device) => (
          <Device key={device.id} device={device} onSignOut={() => setQuestion(device)} />
        ))}
      </ul>
      {devices.length > 2 ? (
        <Button variant="danger-plain" onClick={() => setQuestion('others')}>
          {t('Sign out all other devices')}
        </Button>
      ) : null}
      {question ? (
        <ConfirmDialog
          title={
            question === 'others'
              ? t('Sign out all other devices?')
              : t('Sign out {device}?', { device: question.deviceName })
          }
          confirmLabel={t('Sign out')}
          busy={isBusy ? t('Signing out') : undefined}
          onCancel={() => setQuestion(null)}
          onConfirm={() => void end(question)}
        >
          <p>
            {t(
              'No more reminders arrive there, and nothing is shown until somebody signs in again. What was logged there and not sent yet stays on that device and is sent after the next sign-in.',
            )}
          </p>
          {question === 'others' ? (
            <p>{t('Connected programs, calendar links and webhooks stop working too.')}</p>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}

function Device({ device, onSignOut }: { device: SignedInDevice; onSignOut: () => void }) {
  const now = useNow()
  const { deviceName, isThisOne, lastSeenAt } = device
  return (
    <li className="list__row settings__device">
      <Tile small tone="info">
        <Smartphone className="icon" aria-hidden />
      </Tile>
      <span className="list__main">
        <span className="list__title">{deviceName}</span>
        <span className="list__sub">{t('Last seen {ago}', { ago: agoText(msOf(lastSeenAt), now) })}</span>
      </span>
      {isThisOne ? (
        <Badge>{t('This device')}</Badge>
      ) : (
        <Button variant="quiet" aria-label={t('Sign out {device}', { device: deviceName })} onClick={onSignOut}>
          <LogOut className="icon" aria-hidden />
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}
