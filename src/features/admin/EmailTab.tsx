import { Send } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { t } from '#domain/language/translate.ts'
import { ADMIN_MAIL_MOST, type AdminStats, RECIPIENT_TYPES } from '#domain/protocol/admin.ts'
import { sendEmail } from '#src/platform/admin-calls.ts'
import { attemptOf } from '#src/session/attempt.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Field } from '#src/ui/Field.tsx'
import { fieldProps } from '#src/ui/field-props.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { AdminForm } from './AdminForm.tsx'
import { AUDIENCE_LABELS, figure, recipientText } from './admin-text.ts'
import { Mailings } from './Mailings.tsx'
import { EMPTY_MAIL, type MailDraft, mailLack, mailOf } from './mail-draft.ts'
import { useAdminAct } from './use-admin-act.ts'
import { useMailings } from './use-mailings.ts'

/** Specification, section 2. */
const MESSAGE_ROWS = 10

interface EmailTabProps {
  stats: AdminStats
  /** The input; it outlives the tab. */
  form: UseFormReturn<MailDraft>
}

/** Writes to one user or to many, with a preview of what they will read (specification, section 2). */
export function EmailTab({ stats, form }: EmailTabProps) {
  const draft = form.watch()
  const mailings = useMailings()
  return (
    <>
      <div className="columns columns--even">
        <ComposeForm form={form} draft={draft} stats={stats} onSent={mailings.refresh} />
        <Preview draft={draft} />
      </div>
      <Mailings mailings={mailings.value ?? []} />
    </>
  )
}

interface ComposeFormProps extends EmailTabProps {
  draft: MailDraft
  onSent(): void
}

function ComposeForm({ form, draft, stats, onSent }: ComposeFormProps) {
  const act = useAdminAct()
  const { isSubmitting } = form.formState
  const send = async (typed: MailDraft) => {
    const failed = { title: t('Failed to Send Email'), otherwise: t('Failed to send email') }
    const attempt = attemptOf(mailOf(typed), typed.attempt, () => crypto.randomUUID())
    form.setValue('attempt', attempt)
    const answer = await act(sendEmail(attempt.body, attempt.key), failed)
    if (answer.kind === 'ok') {
      const description = t('Email sent to {count} recipient(s).', { count: figure(answer.value.sent) })
      toast({ title: t('Email Sent'), description })
      form.reset(EMPTY_MAIL)
      onSent()
    } else if (answer.kind === 'refused') {
      const field = (['recipientEmail', 'subject', 'message'] as const).find((name) => name === answer.field)
      if (field) form.setError(field, { message: answer.sentence }, { shouldFocus: true })
    }
  }
  return (
    <AdminForm title={t('Compose email')} form={form} lackOf={mailLack} onSubmit={send}>
      <Select label={t('Audience')} {...form.register('recipientType')}>
        {RECIPIENT_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(AUDIENCE_LABELS[type])}
          </option>
        ))}
      </Select>
      {draft.recipientType === 'individual' ? (
        <Field
          label={t('Recipient email')}
          type="email"
          autoComplete="off"
          maxLength={320}
          {...fieldProps(form, 'recipientEmail')}
        />
      ) : null}
      <Field
        label={t('Subject')}
        autoComplete="off"
        maxLength={ADMIN_MAIL_MOST.subject}
        {...fieldProps(form, 'subject')}
      />
      <TextArea
        label={t('Message')}
        rows={MESSAGE_ROWS}
        maxLength={ADMIN_MAIL_MOST.message}
        {...fieldProps(form, 'message')}
      />
      <p className="wrap-anywhere">
        <span className="quiet">{t('Recipients:')} </span>
        <strong>{recipientText(draft, stats)}</strong>
      </p>
      <Button type="submit" variant="primary" busy={isSubmitting ? t('Sending...') : undefined}>
        <Send className="icon" aria-hidden />
        {t('Send Email')}
      </Button>
    </AdminForm>
  )
}

function Preview({ draft: { subject, message } }: { draft: MailDraft }) {
  return (
    <Card as="section" aria-labelledby="mail-preview">
      <h2 id="mail-preview">{t('Preview')}</h2>
      <div className="admin__preview">
        <p className="admin__preview-subject wrap-anywhere">{subject.trim() || t('(No subject)')}</p>
        <p className="admin__letter wrap-anywhere">{message.trim() || t('(No message)')}</p>
      </div>
    </Card>
  )
}
