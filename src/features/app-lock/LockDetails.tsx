import { KeyRound, Siren } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { AppLock, LockAfter } from '#src/data/app-lock.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'
import { SettingRow } from '#src/ui/SettingRow.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { changeLock } from './keeping.ts'
import { AFTER_LABELS } from './lock-text.ts'
import { PinDialog } from './PinDialog.tsx'
import { canUsePasskey, forgetPasskey, makePasskey } from './passkey.ts'
import { NO_TRIES } from './tries.ts'

const AFTER: readonly LockAfter[] = [0, 1, 5, 15]

/** What can be changed about a lock after its owner has proved their identity. */
export function LockDetails({ lock }: { lock: AppLock }) {
  const { user } = useSession()
  const [isChoosing, setChoosing] = useState(false)
  const hasAuthenticator = useAuthenticator()
  const change = (next: Partial<AppLock>) => changeLock(user.id, next)
  const setPasskey = async (on: boolean) => {
    if (!on) {
      await change({ passkey: null })
      if (lock.passkey) await forgetPasskey(lock.passkey)
      return
    }
    const passkey = await makePasskey()
    if (passkey) await change({ passkey })
    else toast({ title: t('No passkey was made'), description: t('The PIN still opens Dosewell.') })
  }
  return (
    <>
      <Select
        label={t('Lock when I leave Dosewell')}
        help={t('It is locked at each start, too.')}
        value={lock.after}
        onChange={(event) => {
          const after = AFTER.find((minutes) => String(minutes) === event.target.value)
          if (after !== undefined) void change({ after }).catch(reportError)
        }}
      >
        {AFTER.map((after) => (
          <option key={after} value={after}>
            {t(AFTER_LABELS[after])}
          </option>
        ))}
      </Select>
      {hasAuthenticator || lock.passkey ? (
        <SettingRow
          label={t('Unlock with a passkey')}
          help={t(
            'With this device’s fingerprint, face or PIN. Anyone who can unlock the device can then unlock Dosewell',
          )}
          icon={<KeyRound className="icon" />}
          checked={lock.passkey !== null}
          onChange={(on) => void setPasskey(on).catch(reportError)}
        />
      ) : null}
      <SettingRow
        label={t('Emergency card on the lock screen')}
        help={t('Anyone who holds this device can then read it without the PIN')}
        icon={<Siren className="icon" />}
        checked={lock.showsCard === true}
        onChange={(showsCard) => void change({ showsCard }).catch(reportError)}
      />
      <div className="btns">
        <Button variant="plain" onClick={() => setChoosing(true)}>
          {t('Change PIN')}
        </Button>
      </div>
      {isChoosing ? (
        <PinDialog
          title={t('Choose a new PIN')}
          submitLabel={t('Save')}
          onClose={() => setChoosing(false)}
          onChosen={async (pin) => {
            await change({ pin, tries: NO_TRIES })
            setChoosing(false)
            toast({ title: t('The PIN has been changed') })
          }}
        />
      ) : null}
    </>
  )
}

/** Returns whether this device can make a passkey; false until it has said so. */
function useAuthenticator(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => void canUsePasskey().then(setHas, reportError), [])
  return has
}
