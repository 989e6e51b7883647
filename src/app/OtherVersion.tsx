import { Layers } from 'lucide-react'
import { useState } from 'react'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { loadNewestVersion } from '#src/session/newest-version.ts'
import { Button } from '#src/ui/Button.tsx'
import { Gate } from '#src/ui/Gate.tsx'
import { OverScreen } from './OverScreen.tsx'
import type { DatabaseTrouble } from './open-database.ts'

const WORDS: Record<DatabaseTrouble, { title: Message; text: Message; action: Message | null }> = {
  upgraded: {
    title: msg('Dosewell was updated in another tab'),
    text: msg(
      'Reload this page to continue. Everything that was saved is still here; what you are typing now is not saved yet.',
    ),
    action: msg('Reload'),
  },
  newer: {
    title: msg('This page is an older version of Dosewell'),
    text: msg('A newer one has already been used on this device. Nothing is lost: update this page to see your data.'),
    action: msg('Update'),
  },
  blocked: {
    title: msg('Dosewell is open in another tab'),
    text: msg('That tab is an older version. Close or reload it, and this page continues by itself. Nothing is lost.'),
    action: null,
  },
  held: {
    title: msg('Dosewell is still open in another tab'),
    text: msg(
      'That tab still has open what was here before you signed out. Close it, and this page continues by itself.',
    ),
    action: null,
  },
}

/** Says that another tab or another version of the app blocks this page, and what to do. */
export function OtherVersion({ trouble, isOverScreen }: { trouble: DatabaseTrouble; isOverScreen: boolean }) {
  const [isUpdating, setUpdating] = useState(false)
  const { title, text, action } = WORDS[trouble]
  const act = () => {
    setUpdating(true)
    void (trouble === 'newer' ? loadNewestVersion() : location.reload())
  }
  const button = action ? (
    <Button variant="primary" onClick={act} disabled={isUpdating}>
      {t(action)}
    </Button>
  ) : null
  if (isOverScreen)
    return <OverScreen icon={<Layers className="icon" aria-hidden />} title={t(title)} text={t(text)} action={button} />
  return (
    <Gate>
      <div className="dialog" role="alert">
        <div className="dialog__head">
          <h1>{t(title)}</h1>
        </div>
        <div className="dialog__body">
          <p>{t(text)}</p>
        </div>
        {button ? <div className="dialog__foot">{button}</div> : null}
      </div>
    </Gate>
  )
}
