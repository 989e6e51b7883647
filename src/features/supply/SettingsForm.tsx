import { type ComponentProps, type FormEvent, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { RECORD_DATES } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import { useSupplyActs } from '#src/session/supplies.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Fold } from '#src/ui/Fold.tsx'
import { focusingWrongField } from '#src/ui/focus-wrong-field.ts'
import { readSettings, type SettingsErrors, type SettingsValues, settingsValuesOf } from './supply-values.ts'

/** Script, packs and warnings: folded, because most people set them once. */
export function SettingsForm({ medication }: { medication: Medication }) {
  const { setSettings } = useSupplyActs()
  const [values, setValues] = useState(() => settingsValuesOf(medication.supply))
  const [errors, setErrors] = useState<SettingsErrors>({})
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const read = readSettings(values)
    setErrors(read.ok ? {} : read.error)
    if (read.ok) await setSettings(medication, read.value)
  }
  const field = (name: keyof SettingsValues, props: ComponentProps<typeof Field>) => (
    <Field
      {...props}
      value={values[name]}
      error={errors[name]}
      onChange={({ target }) => setValues({ ...values, [name]: target.value })}
    />
  )
  const whole = { inputMode: 'numeric', autoComplete: 'off' } as const
  const date = { type: 'date', max: RECORD_DATES.last } as const
  return (
    <Fold sunken title={t('Script, packs and warnings')}>
      <form className="stack" noValidate onSubmit={focusingWrongField((event) => void save(event))}>
        <div className="fields-2">
          {field('warnDays', { ...whole, label: t('Tell me this many days before it runs out') })}
          {field('repeatsLeft', {
            ...whole,
            label: t('Repeats left'),
            help: t('Leave it empty if there are none to count.'),
          })}
          {field('scriptExpiresOn', { ...date, label: t('Script expires on') })}
          {field('packExpiresOn', { ...date, label: t('Pack expires on') })}
          {field('prescriber', { label: t('Prescriber'), autoComplete: 'off' })}
          {field('leadDays', { ...whole, label: t('Days to get an appointment') })}
        </div>
        <Button type="submit" variant="soft" className="justify-self-start">
          {t('Save')}
        </Button>
      </form>
    </Fold>
  )
}
