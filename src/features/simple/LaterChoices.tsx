import { useEffect, useId, useRef } from 'react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { SNOOZE_LENGTHS } from '#src/ui/SnoozeMenu.tsx'

interface LaterChoicesProps {
  /** Whether presses are still ignored. The heading is not: what is inert cannot have the focus. */
  isEarly: boolean
  onChoose(minutes: number): void
  onCancel(): void
}

/** When to be reminded again, in place of the buttons of a card. */
export function LaterChoices({ isEarly, onChoose, onCancel }: LaterChoicesProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {t('Remind me again')}
      </h3>
      <div className="stack" inert={isEarly}>
        {SNOOZE_LENGTHS.map(([minutes, label]) => (
          <Button key={minutes} variant="plain" size="lg" block onClick={() => onChoose(minutes)}>
            {t(label)}
          </Button>
        ))}
        <Button variant="quiet" size="lg" block onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </section>
  )
}
