import { type FormEvent, useState } from 'react'
import { readCode } from '#domain/access/offers.ts'
import { t } from '#domain/language/translate.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { SubmitFoot } from '#src/ui/SubmitFoot.tsx'
import { OfferDialog } from './OfferDialog.tsx'

/** Asks for the code of an invitation, then says who offers what. */
export function CodeDialog({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [token, setToken] = useState<string | null>(null)
  if (token !== null) return <OfferDialog token={token} onClose={onClose} />
  const look = (event: FormEvent) => {
    event.preventDefault()
    if (readCode(typed)) setToken(typed)
    else setProblem(t('A code has eight letters and digits, such as ABCD-EF23.'))
  }
  return (
    <Dialog
      title={t('Enter a code')}
      closeButton={false}
      onClose={onClose}
      onSubmit={look}
      footer={<SubmitFoot label={t('Continue')} onCancel={onClose} />}
    >
      <Field
        label={t('Code')}
        help={t('Whoever invites you reads it out. You see who it is before you accept.')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={({ target }) => {
          setTyped(target.value)
          setProblem(undefined)
        }}
      />
    </Dialog>
  )
}
