import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { StoredPin } from '#src/data/app-lock.ts'
import { notStored } from '#src/session/saving.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FieldError } from '#src/ui/FieldFrame.tsx'
import { SubmitFoot } from '#src/ui/SubmitFoot.tsx'
import { LONGEST_PIN, pinProblem, SHORTEST_PIN, storedPin } from './pin.ts'

interface PinDialogProps {
  title: string
  submitLabel: string
  onChosen(pin: StoredPin): Promise<void>
  onClose(): void
}

const ATTRIBUTES = {
  type: 'password',
  inputMode: 'numeric',
  autoComplete: 'off',
  maxLength: LONGEST_PIN,
} as const

/** Asks for a new PIN, typed twice. */
export function PinDialog({ title, submitLabel, onChosen, onClose }: PinDialogProps) {
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<ReturnType<typeof pinProblem>>(null)
  const [notSaved, setNotSaved] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const pinField = useRef<HTMLInputElement>(null)
  const againField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (problem) (problem.at === 'pin' ? pinField : againField).current?.focus()
  }, [problem])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const wrong = pinProblem(pin, again)
    setProblem(wrong)
    setNotSaved(null)
    if (wrong) return
    setBusy(true)
    try {
      await onChosen(await storedPin(pin))
    } catch (error) {
      setBusy(false)
      const fault = notStored(error)
      if (fault === null) throw error
      setNotSaved(fault.error)
    }
  }
  return (
    <Dialog
      title={title}
      closeButton={false}
      onClose={onClose}
      onSubmit={(event) => void save(event).catch(reportError)}
      footer={
        <>
          <SubmitFoot
            label={submitLabel}
            busy={isBusy ? t('Saving') : undefined}
            describedBy={notSaved ? id : undefined}
            onCancel={onClose}
          />
          {notSaved ? (
            <div className="dialog__problem" role="alert">
              <FieldError id={id}>{notSaved}</FieldError>
            </div>
          ) : null}
        </>
      }
    >
      <Field
        {...ATTRIBUTES}
        ref={pinField}
        label={t('New PIN')}
        help={t('{least} to {most} digits. Nobody can look it up for you.', { least: SHORTEST_PIN, most: LONGEST_PIN })}
        data-autofocus=""
        error={problem?.at === 'pin' ? problem.words : undefined}
        value={pin}
        onChange={(event) => setPin(event.target.value)}
      />
      <Field
        {...ATTRIBUTES}
        ref={againField}
        label={t('The same PIN again')}
        error={problem?.at === 'again' ? problem.words : undefined}
        value={again}
        onChange={(event) => setAgain(event.target.value)}
      />
    </Dialog>
  )
}
