import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { Result } from '#domain/lib/result.ts'
import { Button } from '#src/ui/Button.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { GateDialog } from './GateDialog.tsx'

interface ConsentSentProps {
  email: string
  /** When the link expires, as text. */
  until: string
  onSend(email: string): Promise<Result<unknown, string>>
  onOtherAddress(): void
}

/** 'Consent Request Sent': to whom, until when, and what can be done meanwhile. */
export function ConsentSent({ email, until, onSend, onOtherAddress }: ConsentSentProps) {
  const [sending, setSending] = useState(false)
  const sendAgain = async () => {
    setSending(true)
    await onSend(email)
    setSending(false)
  }
  return (
    <GateDialog
      title={t('Consent Request Sent')}
      icon={MailCheck}
      actions={
        <>
          <Button variant="plain" onClick={onOtherAddress} disabled={sending}>
            {t('Use another address')}
          </Button>
          <Button variant="primary" onClick={sendAgain} busy={sending ? t('Sending') : undefined}>
            {t('Send again')}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        <RichText
          text={t('An email has been sent to <b>{email}</b>. The link in it works until {until}.', { email, until })}
          tags={{ b: (part) => <strong>{part}</strong> }}
        />
      </p>
      <p>{t('Once your parent or guardian has agreed, Dosewell opens here by itself.')}</p>
      <p className="small quiet">
        {t('Nothing there? Look in the junk folder first. A new email makes the earlier link useless.')}
      </p>
    </GateDialog>
  )
}
