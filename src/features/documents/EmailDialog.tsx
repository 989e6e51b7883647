import { readSpokenEmail } from '@dosewell/reading/spoken-email'
import { Crown, Mic, ScanText } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isPremium, subscriptionAt } from '#domain/access/plan.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { INVALID_EMAIL, isEmail } from '#domain/records/contact.ts'
import type { DocumentView } from '#src/data/document-writes.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { VoiceButton } from '#src/session/dictation/VoiceButton.tsx'
import { useSession } from '#src/session/session.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { SubmitFoot } from '#src/ui/SubmitFoot.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { ScanPaper } from './ScanPaper.tsx'

const NO_CONNECTION = msg('Sending an email needs a connection. Please try again when you are online.')

/** Forwards a document by email to a typed recipient. Input stays if sending fails. */
export function EmailDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { user, whose } = useSession()
  const [recipient, setRecipient] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const recipientEmail = recipient.trim()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (recipientEmail === '' || isSending) return
    if (!isEmail(recipientEmail)) return setError(t(INVALID_EMAIL))
    setSending(true)
    setError(undefined)
    const path = `/api/medical-documents/${document.id}/email`
    const answer = await apiCall({ method: 'POST', path, body: { recipientEmail }, whose })
    setSending(false)
    if (answer.kind === 'ok') {
      toast({
        title: t('Email sent'),
        description: t('{document} is on its way to {address}.', {
          document: document.documentName,
          address: recipientEmail,
        }),
      })
      onClose()
      return
    }
    const said = answer.kind === 'no-answer' ? t(NO_CONNECTION) : answer.message
    if (answer.kind === 'error' && answer.field === 'recipientEmail') setError(said)
    toast({ title: t('Failed to send email'), description: said, tone: 'destructive' })
  }
  const fill = (address: string) => {
    setRecipient(address)
    setError(undefined)
  }
  const hear = (text: string) => {
    const address = readSpokenEmail(text)
    if (address !== null) fill(address)
    toast(
      address === null
        ? { title: t('No email found'), description: t('Heard: {text}', { text }), tone: 'destructive' }
        : { title: t('Transcription complete'), description: t('Please check the address before you send.') },
    )
  }
  return (
    <Dialog
      title={t('Email Document')}
      description={t('{document} is sent as a picture. Answers go to {address}.', {
        document: document.documentName,
        address: user.email,
      })}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      footer={
        <SubmitFoot
          label={t('Send')}
          disabled={recipientEmail === ''}
          busy={isSending ? t('Sending...') : undefined}
          onCancel={onClose}
        />
      }
    >
      <Field
        label={t('Recipient email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={recipient}
        error={error}
        onChange={(event) => fill(event.target.value)}
      />
      <OtherWays onText={hear} onEmail={fill} />
    </Dialog>
  )
}

/** Seconds (specification, section 9). */
const VOICE_SECONDS = 5

interface OtherWaysProps {
  /** Called with what was said. */
  onText(text: string): void
  /** Called with the address on a paper. */
  onEmail(address: string): void
}

/** Dictating or scanning the address is part of Premium; anything this server could not do is not offered. */
function OtherWays({ onText, onEmail }: OtherWaysProps) {
  const { user } = useSession()
  if (isPremium(subscriptionAt(user, Date.now()))) {
    return (
      <div className="row">
        <VoiceButton
          label={t('Voice input')}
          limit={VOICE_SECONDS}
          onText={onText}
          instead={t('type the address, or scan it')}
        />
        <ScanPaper onEmail={onEmail} />
      </div>
    )
  }
  return (
    <div className="row">
      <ButtonLink variant="soft" to={PAGES.pricing}>
        <Mic className="icon" />
        {t('Voice input')}
        <Crown className="icon" aria-label={t('Premium')} />
      </ButtonLink>
      <ButtonLink variant="soft" to={PAGES.pricing}>
        <ScanText className="icon" />
        {t('Scan paper')}
        <Crown className="icon" aria-label={t('Premium')} />
      </ButtonLink>
    </div>
  )
}
