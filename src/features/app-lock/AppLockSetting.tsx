import { EyeOff, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { useAppLock } from '#src/session/app-lock.ts'
import { setWording, usePush, usePushOwner } from '#src/session/push.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { SettingRow } from '#src/ui/SettingRow.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { turnOff, turnOn } from './keeping.ts'
import { LockDetails } from './LockDetails.tsx'
import { whenText } from './lock-text.ts'
import { PinDialog } from './PinDialog.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { NO_TRIES } from './tries.ts'

/** The dialog over the page. */
type Open = 'turn-on' | 'turn-off' | 'change' | null

/**
 * The app lock of this device: off until the user sets a PIN. Changing anything about it requires the PIN or the
 * passkey.
 */
export function AppLockSetting() {
  const { user } = useSession()
  const lock = useAppLock((state) => state.lock) ?? null
  const [open, setOpen] = useState<Open>(null)
  const [isProven, setProven] = useState(false)
  const close = () => setOpen(null)
  return (
    <Card as="section" aria-labelledby="app-lock">
      <h2 id="app-lock">{t('App lock')}</h2>
      <div className="stack">
        <p className="quiet">
          {t('Keeps people who hold this device from seeing your medicines. It does not encrypt what is stored here.')}
        </p>
        <SettingRow
          label={t('Ask for a PIN')}
          help={lock ? whenText(lock.after) : t('Before anything is shown. On this device')}
          icon={<LockKeyhole className="icon" />}
          checked={lock !== null}
          onChange={(on) => setOpen(on ? 'turn-on' : 'turn-off')}
        />
        {lock ? (
          <>
            {isProven ? (
              <LockDetails lock={lock} />
            ) : (
              <Button variant="plain" onClick={() => setOpen('change')}>
                {t('Change')}
              </Button>
            )}
            <DiscreetHint />
          </>
        ) : null}
      </div>
      {open === 'turn-on' ? (
        <PinDialog
          title={t('Set a PIN for Dosewell')}
          submitLabel={t('Turn on')}
          onClose={close}
          onChosen={async (pin) => {
            await turnOn(user.id, { pin, passkey: null, after: 1, tries: NO_TRIES })
            setProven(true)
            close()
            toast({ title: t('App lock is on') })
          }}
        />
      ) : null}
      {open === 'turn-off' && lock ? (
        <ProofDialog
          lock={lock}
          title={t('Turn off the app lock?')}
          submitLabel={t('Turn off')}
          onClose={close}
          onProven={async () => {
            close()
            setProven(false)
            await turnOff(user.id)
            toast({ title: t('App lock is off') })
          }}
        />
      ) : null}
      {open === 'change' && lock ? (
        <ProofDialog
          lock={lock}
          title={t('Change the app lock')}
          submitLabel={t('Continue')}
          onClose={close}
          onProven={() => {
            setProven(true)
            close()
          }}
        />
      ) : null}
    </Card>
  )
}

/** A locked app whose reminders name medicines hides little. */
function DiscreetHint() {
  const owner = usePushOwner()
  const wording = usePush((push) => push.wording)
  if (wording === 'discreet') return null
  return (
    <Notice icon={<EyeOff className="icon" aria-hidden />} title={t('Reminders still name your medicines')}>
      <p>{t('They can be read on the lock screen of this device, with Dosewell locked or closed.')}</p>
      <Button variant="plain" className="mt-2" onClick={() => void setWording(owner, 'discreet')}>
        {t('Hide medicine names')}
      </Button>
    </Notice>
  )
}
