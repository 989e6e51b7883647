import { useId } from 'react'
import { t } from '#domain/language/translate.ts'
import { UNITS } from '#domain/schedule/amounts.ts'
import { Field } from '#src/ui/Field.tsx'

interface UnitFieldProps {
  value: string
  onChange(unit: string): void
  error?: string | undefined
}

/** What is counted: one of the usual units, or the user's own word. */
export function UnitField({ value, onChange, error }: UnitFieldProps) {
  const id = useId()
  return (
    <>
      <Field
        label={t('Counted in')}
        list={id}
        autoComplete="off"
        maxLength={30}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
      <datalist id={id}>
        {UNITS.map((unit) => (
          <option key={unit} value={unit} />
        ))}
      </datalist>
    </>
  )
}
