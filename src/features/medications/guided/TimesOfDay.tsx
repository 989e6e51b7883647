import { Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { formatTime12, isLocalTime, type LocalTime } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { sortedTimes } from '#domain/schedule/reminder-times.ts'
import { parseReminderTimes, timesAsTyped } from '#domain/schedule/typed-times.ts'
import { useMedications } from '#src/session/reads.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { ToggleChoices } from '#src/ui/ToggleChoices.tsx'
import type { FormPart } from '../use-medication-form.ts'
import { usualTimes } from './usual-times.ts'

/** Reminder times as pills at the user's own meals, and any other time by a picker. Writes the form's text. */
export function TimesOfDay({ form, values }: FormPart) {
  const usual = usualTimes(useMedications() ?? [])
  const error = form.formState.errors.reminderTimes?.message
  const parsed = parseReminderTimes(values.reminderTimes)
  if (!parsed.ok)
    return <Field label={t('Reminder times')} autoComplete="off" error={error} {...form.register('reminderTimes')} />
  const { times } = parsed
  const set = (next: readonly LocalTime[]) =>
    form.setValue('reminderTimes', timesAsTyped(sortedTimes(next)), {
      shouldDirty: true,
      shouldValidate: error !== undefined,
    })
  const toggle = (time: LocalTime) =>
    set(times.includes(time) ? times.filter((other) => other !== time) : [...times, time])
  const own = times.filter((time) => usual.every((other) => other.time !== time))
  const options = [
    ...usual.map(({ name, time }) => ({ value: time, label: inRow([t(name), formatTime12(time)]) })),
    ...own.map((time) => ({ value: time, label: formatTime12(time) })),
  ]
  return (
    <div className="stack gap-2">
      <ToggleChoices legend={t('Times of day')} options={options} value={times} onToggle={toggle} error={error} />
      <OtherTime onAdd={(time) => set([...times, time])} />
    </div>
  )
}

function OtherTime({ onAdd }: { onAdd(time: LocalTime): void }) {
  const [time, setTime] = useState('')
  const add = () => {
    if (!isLocalTime(time)) return
    onAdd(time)
    setTime('')
  }
  return (
    <div className="with-button">
      <Field
        label={t('Another time')}
        type="time"
        value={time}
        onChange={(event) => setTime(event.target.value)}
        // A time that was picked counts, even if the next press is "Next".
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isLocalTime(time)) return
          event.preventDefault()
          add()
        }}
      />
      <Button variant="soft" onClick={add} disabled={!isLocalTime(time)}>
        <Plus className="icon" />
        {t('Add this time')}
      </Button>
    </div>
  )
}
