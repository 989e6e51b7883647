import { CircleQuestionMark } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { FieldSource } from '#domain/records/prescription.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { FieldError, useFieldIds } from '#src/ui/FieldFrame.tsx'
import { RichText } from '#src/ui/RichText.tsx'

/** For what a language model proposed in addition to our own reading. */
const NOT_PRINTED = msg('These words are not on the label.')

interface ReadFieldProps {
  label: string
  value: string
  /** The words it was read from; undefined if the label does not say. */
  source: FieldSource | undefined
  /** It still holds a guess. */
  isGuess: boolean
  error: string | undefined
  /** Several lines. */
  long?: boolean
  type?: 'text' | 'date'
  maxLength: number
  onChange(value: string): void
}

/**
 * A field read from a picture, with the words it was read from; a guess is marked until it is changed (docs/look.md,
 * "Read fields").
 */
export function ReadField({ label, value, source, isGuess, error, long, type, maxLength, onChange }: ReadFieldProps) {
  const { id, aria } = useFieldIds(undefined, { help: source && (source.words || t(NOT_PRINTED)), error })
  const control = {
    ...aria,
    id,
    value,
    maxLength,
    autoComplete: 'off',
    className: 'input',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value),
  }
  return (
    <div className="field" data-guess={isGuess ? '' : undefined}>
      <label className="field__label" htmlFor={id}>
        {label} {isGuess ? <Guess /> : null}
      </label>
      {long ? <textarea {...control} rows={2} /> : <input {...control} type={type} />}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {source ? <ReadFrom source={source} id={`${id}-help`} /> : null}
    </div>
  )
}

/** The mark of a guess. */
export const Guess = () => (
  <Badge state="late" icon={<CircleQuestionMark className="icon" />}>
    {t('A guess')}
  </Badge>
)

/** The words that something was read from. */
export const ReadFrom = ({ source: { words }, id }: { source: FieldSource; id?: string }) => (
  <p className="source" id={id}>
    {words === '' ? (
      t(NOT_PRINTED)
    ) : (
      <RichText text={t('Read from <quote>{words}</quote>', { words })} tags={{ quote: (part) => <q>{part}</q> }} />
    )}
  </p>
)
