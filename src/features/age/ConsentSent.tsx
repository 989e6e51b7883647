import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import type { Result } from '#domain/lib/result.ts'
import { Button } from '#src/ui/Button.tsx'
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
      title="Consent Request Sent"
      icon={MailCheck}
      actions={
        <>
          <Button variant="plain" onClick={onOtherAddress} disabled={sending}>
            Use another address
          </Button>
          <Button variant="primary" onClick={sendAgain} busy={sending ? 'Sending' : undefined}>
            Send again
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        An email has been sent to <strong>{email}</strong>. The link in it works until {until}.
      </p>
      <p>Once your parent or guardian has agreed, Dosewell opens here by itself.</p>
      <p className="small quiet">
        Nothing there? Look in the junk folder first. A new email makes the earlier link useless.
      </p>
    </GateDialog>
  )
}
