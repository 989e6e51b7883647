import { CalendarClock, Check, Minus } from 'lucide-react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { SnoozeMenu } from '#src/ui/SnoozeMenu.tsx'

interface DoseButtonsProps {
  /** `Taken at 5:45 PM`: the button repeats the choice. */
  label: string
  busy: boolean
  onSnooze?: ((minutes: number) => void) | undefined
  onMove?: (() => void) | undefined
  onSkip?: (() => void) | undefined
}

/** The end of the sheet: the main button, and the alternatives below it. */
export function DoseButtons({ label, busy, onSnooze, onMove, onSkip }: DoseButtonsProps) {
  return (
    <div className="ds__foot">
      <Button variant="primary" size="lg" block type="submit" disabled={busy}>
        <Check className="icon" />
        {label}
      </Button>
      {onSnooze || onMove || onSkip ? (
        <div className="btns">
          {onSnooze ? <SnoozeMenu label={t('Snooze')} onSnooze={onSnooze} /> : null}
          {onMove ? (
            <Button variant="plain" onClick={onMove} disabled={busy}>
              <CalendarClock className="icon" />
              {t('Move')}
            </Button>
          ) : null}
          {onSkip ? (
            <Button variant="plain" onClick={onSkip} disabled={busy}>
              <Minus className="icon" />
              {t(msg('Skip', 'dose'))}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
