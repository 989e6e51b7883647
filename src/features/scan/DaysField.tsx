import { useState } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'
import { Button } from '#src/ui/Button.tsx'
import { Choices } from '#src/ui/Choices.tsx'
import { DayPicker } from '#src/ui/DayPicker.tsx'
import { EveryDays } from '#src/ui/EveryDays.tsx'
import { Guess } from './ReadField.tsx'
import { type DaysValues, daysSentence } from './review-days.ts'

const KINDS = [
  { value: 'daily', label: msg('Every day') },
  { value: 'weekdays', label: msg('Some weekdays') },
  { value: 'interval', label: msg('Every few days') },
  { value: 'as-needed', label: msg('Only when needed') },
] as const

interface DaysFieldProps {
  value: DaysValues
  /** What it defines; null while incomplete. */
  schedule: Schedule | null
  isGuess: boolean
  error: string | undefined
  onChange(value: DaysValues): void
}

/**
 * The days on which it is taken: a sentence if they are known, else the question. Reminders are given on these days
 * only.
 */
export function DaysField({ value, schedule, isGuess, error, onChange }: DaysFieldProps) {
  const [isOpen, setOpen] = useState(schedule === null)
  const isPicking = value.kind === 'weekdays'
  return (
    <div className="field" data-guess={isGuess ? '' : undefined}>
      {isOpen ? (
        <>
          <Choices
            legend={t('How often')}
            options={KINDS.map(({ value, label }) => ({ value, label: t(label) }))}
            value={value.kind ?? undefined}
            onChange={(kind) => onChange({ ...value, kind })}
            error={isPicking ? undefined : error}
          />
          {isPicking ? (
            <DayPicker
              legend={t('On which days of the week?')}
              value={value.days}
              onChange={(days) => onChange({ ...value, days })}
              error={error}
            />
          ) : null}
          {value.kind === 'interval' ? (
            <EveryDays value={value.everyDays} onChange={(everyDays) => onChange({ ...value, everyDays })} />
          ) : null}
        </>
      ) : (
        <span className="field__label">
          {t('How often')} {isGuess ? <Guess /> : null}
        </span>
      )}
      {schedule ? (
        <div className="row row--between">
          <span>{daysSentence(schedule)}</span>
          {isOpen ? null : (
            <Button variant="quiet" onClick={() => setOpen(true)}>
              {t('Change how often')}
            </Button>
          )}
        </div>
      ) : null}
    </div>
  )
}
