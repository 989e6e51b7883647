import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { useMedications } from '#src/session/reads.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Field } from '#src/ui/Field.tsx'
import { fieldProps } from '#src/ui/field-props.ts'
import { TextArea } from '#src/ui/TextArea.tsx'
import { AmountFields } from '../AmountFields.tsx'
import { AmountInput } from '../AmountInput.tsx'
import { DateFields } from '../DateFields.tsx'
import { guessNote } from '../guess-note.tsx'
import { Heard } from '../Heard.tsx'
import { LimitFields } from '../LimitFields.tsx'
import { countedIn } from '../left-values.ts'
import { NextDoses } from '../NextDoses.tsx'
import { NoticeFields } from '../NoticeFields.tsx'
import { PackageFields } from '../PackageFields.tsx'
import { planOfValues } from '../plan-values.ts'
import { hasTypedTimes } from '../read-values.ts'
import { ScheduleFields } from '../ScheduleFields.tsx'
import type { MedicationForm } from '../use-medication-form.ts'
import { useReadBack } from '../use-read-back.ts'
import { FromWords } from './FromWords.tsx'
import { TimesOfDay } from './TimesOfDay.tsx'
import type { Guide } from './use-guide.ts'

interface GuidedStepProps {
  medication: MedicationForm
  guide: Guide
  /** The barcodes, with the button that scans one. */
  barcodes: ReactNode
  /** Leads to all fields on one page. */
  onPlain(): void
}

/** One question of the guided form, with its place among them. */
export function GuidedStep({ medication, guide, barcodes, onPlain }: GuidedStepProps) {
  const { step, number, of } = guide
  return (
    <>
      <div className="guide__head">
        <p className="small quiet">{t('Question {number} of {count}', { number, count: of })}</p>
        <h3 className="guide__title" tabIndex={-1}>
          <span className="sr">{t('Question {number} of {count}:', { number, count: of })} </span>
          {t(step.title)}
        </h3>
        <progress className="progress" aria-hidden="true" value={number} max={of} />
      </div>
      <Question name={step.name} {...medication} barcodes={barcodes} />
      <Button variant="quiet" className="justify-self-start" onClick={onPlain}>
        {t('Show all fields on one page')}
      </Button>
    </>
  )
}

type QuestionProps = MedicationForm & Pick<GuidedStepProps, 'barcodes'> & { name: Guide['step']['name'] }

function Question({ name, barcodes, ...medication }: QuestionProps) {
  const { form, values, base, context, photo } = medication
  const part = { form, values }
  switch (name) {
    case 'medicine':
      return (
        <>
          <Heard {...medication} />
          <MedicineFields {...part} />
          <PackageFields {...part} photo={photo} />
          {values.heard === null ? <FromWords form={form} start={base} /> : null}
          {barcodes}
          {values.name.trim() === '' ? <StoppedEarlier /> : null}
        </>
      )
    // not translated: the name of a step
    case 'how often':
      return (
        <>
          <ScheduleFields {...part} />
          {guessNote(values, 'kind')}
        </>
      )
    case 'when':
      return (
        <>
          {hasTypedTimes(values.kind) ? <TimesOfDay {...part} /> : null}
          {guessNote(values, 'reminderTimes')}
          <AmountFields {...part} plan={planOfValues(values, context)} />
        </>
      )
    case 'until':
      return <DateFields {...part} />
    case 'left':
      return <LeftField {...medication} />
    case 'more':
      return (
        <>
          <TextArea
            label={t('Instructions')}
            {...fieldProps(form, 'instructions')}
            help={guessNote(values, 'instructions') ?? t('Such as: with food. Can be left empty.')}
          />
          {values.kind === 'as-needed' ? null : (
            <>
              <Checkbox
                label={t('Important: email me when a dose is still open after 30 minutes')}
                {...form.register('important')}
              />
              <NoticeFields {...part} />
            </>
          )}
          <LimitFields {...part} plan={planOfValues(values, context)} />
        </>
      )
    case 'review':
      return <Review {...medication} />
  }
}

function MedicineFields({ form, values }: Pick<MedicationForm, 'form' | 'values'>) {
  return (
    <>
      <Field
        label={t('Name')}
        autoComplete="off"
        help={guessNote(values, 'name') ?? t('As on the box')}
        {...fieldProps(form, 'name')}
      />
      <Field
        label={t('Dosage')}
        autoComplete="off"
        help={guessNote(values, 'dosage') ?? t('The strength on the box, such as 500 mg. Can be left empty.')}
        {...fieldProps(form, 'dosage')}
      />
    </>
  )
}

function LeftField({ form, values, context }: Pick<MedicationForm, 'form' | 'values' | 'context'>) {
  return (
    <AmountInput
      label={t('What is left now ({unit})', { unit: countedIn(values, context) ?? '' })}
      help={t('Dosewell then says when it runs out. Can be left empty.')}
      error={form.formState.errors.left?.message}
      value={values.left}
      onChange={(left) => form.setValue('left', left, { shouldDirty: true })}
    />
  )
}

/** How many ended medicines are offered: the newest, as a list of years would bury the question. */
const MOST_OFFERED = 4

/** Medicines that were taken before: one press starts the same plan again. */
function StoppedEarlier() {
  const ended = (useMedications() ?? []).filter(({ isActive }) => !isActive).slice(-MOST_OFFERED)
  if (ended.length === 0) return null
  return (
    <section className="stack gap-2">
      <h4>{t('Taken before')}</h4>
      <div className="row row--tight">
        {ended.map(({ id, name }) => (
          <ButtonLink key={id} variant="soft" to={`${PAGES.medications}?again=${id}`}>
            {t('Start {medicine} again', { medicine: name })}
          </ButtonLink>
        ))}
      </div>
    </section>
  )
}

function Review({ values, context }: Pick<MedicationForm, 'values' | 'context'>) {
  const sentence = useReadBack({ values, context })
  return (
    <>
      <p className="guide__sentence">{sentence}</p>
      {values.instructions.trim() === '' ? null : <p className="pre-line">{values.instructions}</p>}
      {values.kind === 'as-needed' ? null : <NextDoses plan={planOfValues(values, context)} isWhole />}
    </>
  )
}
