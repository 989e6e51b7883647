import { t } from '#domain/language/translate.ts'
import { LABEL_FACTS } from '#domain/records/prescription.ts'
import { FACT_LABELS, type FactValues, isFactGuess, type LabelSays } from './label-facts.ts'
import { ReadField } from './ReadField.tsx'

interface LabelFactFieldsProps {
  says: LabelSays
  values: FactValues
  /** Why the date cannot be saved. */
  error: string | undefined
  onChange(values: FactValues): void
}

/** The doctor, the pharmacy and the date of a label, each with the words it was read from. */
export function LabelFactFields({ says, values, error, onChange }: LabelFactFieldsProps) {
  return LABEL_FACTS.map((fact) => (
    <ReadField
      key={fact}
      label={t(FACT_LABELS[fact])}
      value={values[fact]}
      source={says.sources?.[fact]}
      isGuess={isFactGuess(says, values, fact)}
      error={fact === 'prescriptionDate' ? error : undefined}
      type={fact === 'prescriptionDate' ? 'date' : 'text'}
      maxLength={200}
      onChange={(value) => onChange({ ...values, [fact]: value })}
    />
  ))
}
