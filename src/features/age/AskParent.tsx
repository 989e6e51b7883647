import { HandHeart, TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { Result } from '#domain/lib/result.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { GateDialog } from './GateDialog.tsx'

interface AskParentProps {
  /** Initial content of the field. */
  email: string
  /** Why an earlier request failed. */
  problem: { title: string; sentence: string } | null
  /** Sends the request; the error belongs under the field. */
  onSend(email: string): Promise<Result<unknown, string>>
  /** Goes back to the pending request; null if there is none. */
  onBack: (() => void) | null
}

/** 'Parental Consent Required': whom to ask. */
export function AskParent({ email, problem, onSend, onBack }: AskParentProps) {
  const [typed, setTyped] = useState(email)
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    setSending(true)
    const sent = await onSend(typed)
    setSending(false)
    setError(sent.ok ? undefined : sent.error)
  }

  return (
    <GateDialog
      title={t('Parental Consent Required')}
      description={t("Since you're under 18, we need consent from a parent or guardian.")}
      icon={HandHeart}
      onSubmit={submit}
      leave={
        onBack ? (
          <Button variant="quiet" onClick={onBack}>
            {t('Back')}
          </Button>
        ) : undefined
      }
      actions={
        <Button variant="primary" type="submit" busy={sending ? t('Sending') : undefined}>
          {t('Send request')}
        </Button>
      }
    >
      {problem ? (
        <Notice
          tone="due"
          role="status"
          icon={<TriangleAlert className="icon" aria-hidden="true" />}
          title={problem.title}
        >
          <span className="wrap-anywhere">{problem.sentence}</span>
        </Notice>
      ) : null}
      <Field
        label={t('Parent/guardian email')}
        type="email"
        inputMode="email"
        // Not the user's own address, which the browser would suggest.
        autoComplete="off"
        maxLength={254}
        // After a withdrawal some data is stored; the notice above says what happens to it.
        help={
          problem
            ? t('We’ll email them a link that works for 7 days.')
            : t('We’ll email them a link that works for 7 days. Until they agree, nothing about your health is stored.')
        }
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
    </GateDialog>
  )
}
