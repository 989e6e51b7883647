import { EyeOff } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { DISCREET_TITLE } from '#domain/reminders/texts.ts'
import { setWording, usePush, usePushOwner } from '#src/session/push.ts'
import { Card } from '#src/ui/Card.tsx'
import { SettingRow } from '#src/ui/SettingRow.tsx'

/** How much a locked screen says (R3.7). */
export function LockScreen() {
  const owner = usePushOwner()
  const wording = usePush((push) => push.wording)
  return (
    <Card as="section" aria-labelledby="lock-screen">
      <h2 id="lock-screen">{t('On the lock screen')}</h2>
      <SettingRow
        label={t('Hide medicine names')}
        help={t('Shows “{title}” instead. On this device', { title: t(DISCREET_TITLE) })}
        icon={<EyeOff className="icon" />}
        checked={wording === 'discreet'}
        onChange={(hide) => void setWording(owner, hide ? 'discreet' : 'full')}
      />
    </Card>
  )
}
