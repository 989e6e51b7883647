import { useId, useState } from 'react'
import { capitalised } from '#domain/lib/text.ts'
import { COLOURS, SHAPES } from '#domain/records/medicine-look.ts'
import { LONGEST_UNIT } from '#domain/records/strength.ts'
import { UNITS } from '#domain/schedule/amounts.ts'
import { Field } from '#src/ui/Field.tsx'
import { MedicineGlyph } from '#src/ui/MedicineGlyph.tsx'
import { Select } from '#src/ui/Select.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { lookOfValues } from './look-values.ts'
import type { FormPart } from './use-medication-form.ts'

const STRENGTH_UNITS = ['mg', 'mcg', 'g', 'mL', 'unit', '%']

/**
 * The strength on the label, and the picture by which the user knows the medicine: folded, because both can stay empty.
 */
export function PackageFields({ form, values }: FormPart) {
  const { errors } = form.formState
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const isWrong = Boolean(errors.strengthAmount ?? errors.strengthUnit ?? errors.strengthPer)
  const text = (name: 'strengthAmount' | 'strengthUnit' | 'strengthPer') => ({
    ...form.register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  })
  return (
    <details
      className="card card--sunken"
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="card__summary">Strength and looks</summary>
      <div className="stack">
        <fieldset className="stack gap-2">
          <legend className="choices__legend">Strength on the label</legend>
          <div className="fields-2">
            <Field label="How much" inputMode="decimal" placeholder="500" {...text('strengthAmount')} />
            <Field
              label="Unit"
              placeholder="mg"
              maxLength={LONGEST_UNIT}
              list={`${id}-units`}
              {...text('strengthUnit')}
            />
          </div>
          <Field
            label="In each"
            placeholder="tablet"
            maxLength={LONGEST_UNIT}
            list={`${id}-per`}
            {...text('strengthPer')}
          />
          <datalist id={`${id}-units`}>
            {STRENGTH_UNITS.map((unit) => (
              <option key={unit} value={unit} />
            ))}
          </datalist>
          <datalist id={`${id}-per`}>
            {UNITS.map((unit) => (
              <option key={unit} value={unit} />
            ))}
          </datalist>
        </fieldset>
        <fieldset className="stack gap-2">
          <legend className="choices__legend">What it looks like</legend>
          <div className="row">
            <Tile>
              <MedicineGlyph look={lookOfValues(values)} words={[values.name, values.dosage]} />
            </Tile>
            <div className="grow">
              <Select label="Shape" {...form.register('lookShape')}>
                <option value="">Not chosen</option>
                {SHAPES.map((shape) => (
                  <option key={shape} value={shape}>
                    {capitalised(shape)}
                  </option>
                ))}
              </Select>
            </div>
          </div>
          {values.lookShape === '' ? null : (
            <div className="fields-2">
              <Select label="Colour" {...form.register('lookColour')}>
                {COLOURS.map((colour) => (
                  <option key={colour} value={colour}>
                    {capitalised(colour)}
                  </option>
                ))}
              </Select>
              <Select label="Second colour" {...form.register('lookSecond')}>
                <option value="">None</option>
                {COLOURS.map((colour) => (
                  <option key={colour} value={colour}>
                    {capitalised(colour)}
                  </option>
                ))}
              </Select>
            </div>
          )}
        </fieldset>
      </div>
    </details>
  )
}
