import { useId } from 'react'
import { t } from '#domain/language/translate.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import type { ExtractedField, ExtractedMedication } from '#domain/records/prescription.ts'
import { timesAsTyped } from '#domain/schedule/typed-times.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { DaysField } from './DaysField.tsx'
import { ReadField } from './ReadField.tsx'
import { isDaysGuess, scheduleOfDays } from './review-days.ts'
import { isGuess, leftText, type ReviewErrors, type ReviewValues } from './review-values.ts'

interface FoundMedicationProps {
  found: ExtractedMedication
  values: ReviewValues
  errors: ReviewErrors
  /** The name of a medication the user already has, if this is the same; else undefined. */
  known: string | undefined
  /** In the plan zone. */
  today: LocalDate
  onChange(values: ReviewValues): void
}

/** One medication that was found: whether to add it, and each of its fields with the words it was read from. */
export function FoundMedication({ found, values, errors, known, today, onChange }: FoundMedicationProps) {
  const id = useId()
  const name = values.name.trim() || t('A medication without a name')
  const schedule = scheduleOfDays(values.days, found, today)
  const field = (label: string, name: ExtractedField, maxLength = 200) => (
    <ReadField
      label={label}
      value={values[name]}
      source={found.sources[name]}
      isGuess={isGuess(found, values, name)}
      error={errors[name]}
      long={name === 'instructions'}
      maxLength={maxLength}
      onChange={(value) => onChange({ ...values, [name]: value })}
    />
  )
  return (
    <fieldset className="found" aria-label={name}>
      <label className="check found__head" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={values.isChosen}
          onChange={(event) => onChange({ ...values, isChosen: event.target.checked })}
        />
        <span className="grow">
          <strong>{name}</strong>
          <br />
          <span className="small quiet">
            {known
              ? t('You already have {medicine} in your medications', { medicine: known })
              : leftText(found, values, today)}
          </span>
        </span>
      </label>
      {values.isChosen ? (
        <div className="found__body">
          {found.asks.map((words) => (
            <p className="source" key={words}>
              <RichText
                text={t('The label also says <quote>{words}</quote>. Please check that the fields below agree.', {
                  words,
                })}
                tags={{ quote: (part) => <q>{part}</q> }}
              />
            </p>
          ))}
          {field(t('Name'), 'name')}
          <div className="fields-2">
            {field(t('Dosage'), 'dosage')}
            {field(t('Frequency'), 'frequency')}
          </div>
          {field(t('Instructions'), 'instructions', 2000)}
          <DaysField
            value={values.days}
            schedule={schedule}
            isGuess={isDaysGuess(found, schedule, values.days)}
            error={errors.days}
            onChange={(days) => onChange({ ...values, days })}
          />
          <TimesField
            value={values.times}
            proposed={found.proposedTimes}
            isAsNeeded={schedule?.kind === 'as-needed'}
            error={errors.times}
            onChange={(times) => onChange({ ...values, times })}
          />
        </div>
      ) : null}
    </fieldset>
  )
}

interface TimesFieldProps {
  value: string
  proposed: readonly LocalTime[]
  isAsNeeded: boolean
  error: string | undefined
  onChange(times: string): void
}

/** The label's own times are offered, marked as a suggestion, and only the user can set them (readings, scans). */
function TimesField({ value, proposed, isAsNeeded, error, onChange }: TimesFieldProps) {
  const times = timesAsTyped(proposed)
  return (
    <div className="stack gap-2">
      <Field
        label={t('Reminder times')}
        autoComplete="off"
        value={value}
        error={error}
        help={helpOf(isAsNeeded)}
        onChange={(event) => onChange(event.target.value)}
      />
      {times !== '' && value.trim() === '' ? (
        <div>
          <Button variant="soft" onClick={() => onChange(times)}>
            {t('{count, plural, one {Use the suggested time: {times}} other {Use the suggested times: {times}}}', {
              count: proposed.length,
              times,
            })}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

const helpOf = (isAsNeeded: boolean): string =>
  isAsNeeded
    ? t('Only when needed. With times you are reminded every day.')
    : t('For example 8:00, 6:00 pm. Without times there are no reminders until you set them.')
