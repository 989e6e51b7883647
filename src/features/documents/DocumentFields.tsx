import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { RECORD_DATES } from '#domain/lib/local-time.ts'
import { DOCUMENT_TYPE_LABELS, DOCUMENT_TYPES, type MedicalDocument } from '#domain/records/document.ts'
import { Field } from '#src/ui/Field.tsx'
import { Select } from '#src/ui/Select.tsx'

/** The details a user enters for a document, as the form holds them. */
export interface DocumentValues {
  documentName: string
  documentType: MedicalDocument['documentType']
  documentDate: string
}

interface DocumentFieldsProps {
  values: DocumentValues
  errors: Partial<Record<keyof DocumentValues, string>>
  onChange(values: DocumentValues): void
  /** Shown if the name is empty. */
  placeholder?: string
}

/** Name, type and date of a document. */
export function DocumentFields({ values, errors, onChange, placeholder }: DocumentFieldsProps) {
  return (
    <>
      <Field
        label={t('Name')}
        autoComplete="off"
        maxLength={200}
        placeholder={placeholder}
        value={values.documentName}
        error={errors.documentName}
        onChange={(event) => onChange({ ...values, documentName: event.target.value })}
      />
      <div className="fields-2">
        <Select
          label={t(msg('Type', 'kind of document'))}
          value={values.documentType}
          onChange={(event) =>
            onChange({ ...values, documentType: event.target.value as DocumentValues['documentType'] })
          }
        >
          {DOCUMENT_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(DOCUMENT_TYPE_LABELS[type])}
            </option>
          ))}
        </Select>
        <Field
          label={t('Date')}
          type="date"
          min={RECORD_DATES.first}
          max={RECORD_DATES.last}
          value={values.documentDate}
          error={errors.documentDate}
          onChange={(event) => onChange({ ...values, documentDate: event.target.value })}
        />
      </div>
    </>
  )
}
