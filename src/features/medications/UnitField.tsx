import { type ReactNode, useId, useState } from 'react'
import { UNITS } from '#domain/schedule/amounts.ts'
import { unitNamed, unitText } from '#domain/schedule/unit-text.ts'
import { Field } from '#src/ui/Field.tsx'

interface UnitFieldProps {
  label: ReactNode
  value: string
  placeholder?: string | undefined
  onChange(unit: string): void
  error?: string | undefined
}

/** One of the usual units, read and written in the language of the page, or the user's own word. */
export function UnitField({ label, value, placeholder, onChange, error }: UnitFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(() => unitText(value))
  return (
    <>
      <Field
        label={label}
        list={id}
        autoComplete="off"
        maxLength={30}
        placeholder={placeholder}
        value={unitNamed(typed) === value ? typed : unitText(value)}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(unitNamed(target.value))
        }}
        error={error}
      />
      <datalist id={id}>
        {UNITS.map((unit) => (
          <option key={unit} value={unitText(unit)} />
        ))}
      </datalist>
    </>
  )
}
