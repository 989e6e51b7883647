import { CloudUpload, Trash2 } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { Section } from '#src/ui/Section.tsx'
import type { KeptMessage } from './kept-messages.ts'

interface WaitingMessagesProps {
  kept: readonly KeptMessage[]
  onDiscard(id: string): void
}

/** Messages that only this device has, each until it is sent. */
export function WaitingMessages({ kept, onDiscard }: WaitingMessagesProps) {
  if (kept.length === 0) return null
  return (
    <Section title={t('Waiting to be sent')}>
      <ul className="list card">
        {kept.map(({ id, subject, message, problem }) => (
          <li key={id} className="list__row">
            <CloudUpload className="icon" aria-hidden="true" />
            <span className="list__main wrap-anywhere">
              <strong>{subject}</strong>
              <span className="list__sub line-clamp-3">{message}</span>
              <span className="list__sub">
                {problem
                  ? t('Not sent yet: {problem}', { problem })
                  : t('Saved on this device. It is sent as soon as there is a connection.')}
              </span>
            </span>
            <Button
              iconOnly
              aria-label={t('Discard the message “{subject}”', { subject })}
              onClick={() => onDiscard(id)}
            >
              <Trash2 className="icon" aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
