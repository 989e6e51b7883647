import { type ReactNode, useId } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { fullStrengthText } from '#domain/records/dosage-text.ts'
import { COLOURS, SHAPES } from '#domain/records/medicine-look.ts'
import { LONGEST_UNIT } from '#domain/records/strength.ts'
import { unitText } from '#domain/schedule/unit-text.ts'
import { Field } from '#src/ui/Field.tsx'
import { Fold } from '#src/ui/Fold.tsx'
import { MedicineGlyph } from '#src/ui/MedicineGlyph.tsx'
import { Select } from '#src/ui/Select.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { LOOK_LABELS } from './look-labels.ts'
import { lookOfValues } from './look-values.ts'
import { PhotoField } from './PhotoField.tsx'
import { strengthOfValues } from './strength-values.ts'
import { UnitField } from './UnitField.tsx'
import type { MedicationForm } from './use-medication-form.ts'

const STRENGTH_UNITS = ['mg', 'mcg', 'g', 'mL', 'unit', '%']

/**
 * The strength on the label, and the picture by which the user knows the medicine: folded, because both can stay empty.
 */
export function PackageFields({ form, values, photo }: Pick<MedicationForm, 'form' | 'values' | 'photo'>) {
  const { errors, isSubmitted: shouldValidate } = form.formState
  const id = useId()
  const isWrong = Boolean(
    errors.strengthAmount ?? errors.strengthUnit ?? errors.strengthPer ?? errors.photo ?? photo.problem,
  )
  const picture = { look: lookOfValues(values), photo: values.photo }
  const glyph = <MedicineGlyph picture={picture} words={[values.name, values.dosage]} />
  const text = (name: 'strengthAmount' | 'strengthUnit') => ({
    ...form.register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  })
  return (
    <Fold sunken title={t('Strength and looks')} inside={insideOf(values, glyph)} isWrong={isWrong}>
      <div className="stack">
        <fieldset className="stack gap-2">
          <legend className="choices__legend">{t('Strength on the label')}</legend>
          <div className="fields-2">
            <Field label={t('How much')} inputMode="decimal" placeholder="500" {...text('strengthAmount')} />
            <Field
              label={t('Unit')}
              placeholder="mg"
              maxLength={LONGEST_UNIT}
              list={`${id}-units`}
              {...text('strengthUnit')}
            />
          </div>
          <UnitField
            label={t('In each')}
            placeholder={unitText('tablet')}
            value={values.strengthPer}
            onChange={(per) => form.setValue('strengthPer', per, { shouldValidate, shouldDirty: true })}
            error={errors.strengthPer?.message}
          />
          <datalist id={`${id}-units`}>
            {STRENGTH_UNITS.map((unit) => (
              <option key={unit} value={unit} />
            ))}
          </datalist>
        </fieldset>
        <fieldset className="stack gap-2">
          <legend className="choices__legend">{t('What it looks like')}</legend>
          <div className="row">
            <Tile>{glyph}</Tile>
            {values.photo === '' ? (
              <div className="grow">
                <Select label={t('Shape')} {...form.register('lookShape')}>
                  <option value="">{t('Not chosen')}</option>
                  <Options values={SHAPES} />
                </Select>
              </div>
            ) : (
              <p className="grow small quiet">{t('This photo is shown beside the medicine’s name.')}</p>
            )}
          </div>
          {values.lookShape === '' || values.photo !== '' ? null : (
            <div className="fields-2">
              <Select label={t('Colour')} {...form.register('lookColour')}>
                <Options values={COLOURS} />
              </Select>
              <Select label={t('Second colour')} {...form.register('lookSecond')}>
                <option value="">{t(msg('None', 'colour'))}</option>
                <Options values={COLOURS} />
              </Select>
            </div>
          )}
          <PhotoField form={form} values={values} photo={photo} />
        </fieldset>
      </div>
    </Fold>
  )
}

/** The picture and the strength, as far as they are there; null without both. */
function insideOf(values: MedicationForm['values'], glyph: ReactNode): ReactNode {
  const strength = strengthOfValues(values)
  const chosen = values.photo !== '' ? t('Photo chosen') : values.lookShape !== '' ? t('Picture chosen') : null
  if (!strength && !chosen) return null
  return (
    <>
      {chosen ? glyph : null}
      {chosen ? <span className="sr">{chosen} </span> : null}
      {strength ? fullStrengthText(strength) : null}
    </>
  )
}

const Options = ({ values }: { values: readonly (keyof typeof LOOK_LABELS)[] }) =>
  values.map((value) => (
    <option key={value} value={value}>
      {t(LOOK_LABELS[value])}
    </option>
  ))
