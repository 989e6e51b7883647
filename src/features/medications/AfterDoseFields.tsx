import { useSearchParams } from 'react-router-dom'
import { followRefusal } from '#domain/commands/follow-refusal.ts'
import { t } from '#domain/language/translate.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { inRow } from '#domain/lib/text.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { useMedications } from '#src/session/reads.ts'
import { Field } from '#src/ui/Field.tsx'
import { fieldProps } from '#src/ui/field-props.ts'
import { Select } from '#src/ui/Select.tsx'
import type { FormPart } from './use-medication-form.ts'

/** The medicine that it is taken after, and how long after. */
export function AfterDoseFields({ form, values }: FormPart) {
  const medications = useMedications()
  const [params] = useSearchParams()
  const choices = choicesOf(medications ?? [], params.get('edit') as MedicationId | null, values.followed)
  const isGone = values.followed !== '' && choices.every(({ id }) => id !== values.followed)
  return (
    <div className="fields-2">
      {medications === undefined ? null : (
        <Select
          label={t('After which medicine')}
          help={choices.length === 0 ? t('Add the other medicine first.') : undefined}
          {...fieldProps(form, 'followed')}
        >
          <option value="">{t('Choose')}</option>
          {isGone ? <option value={values.followed}>{t('A medicine that was deleted')}</option> : null}
          {choices.map(({ id, name, dosage }) => (
            <option key={id} value={id}>
              {inRow([name, dosage])}
            </option>
          ))}
        </Select>
      )}
      <Field
        label={t('Minutes after it is taken')}
        inputMode="numeric"
        autoComplete="off"
        {...fieldProps(form, 'minutesAfter')}
      />
    </div>
  )
}

/** Returns the medicines in use that this one can follow, and the one that it follows, by name. */
const choicesOf = (medications: readonly ListedMedication[], own: MedicationId | null, followed: string) =>
  medications
    .filter(({ id, isActive }) => id === followed || (isActive && !isCircle(own, id, medications)))
    .sort((a, b) => a.name.localeCompare(b.name))

function isCircle(own: MedicationId | null, other: MedicationId, medications: readonly ListedMedication[]): boolean {
  if (own === null) return false
  const schedule = { kind: 'after-dose' as const, medicationId: other, minutes: 1 }
  return followRefusal({ id: own, schedule }, medications) !== null
}
