import type { Config } from '../platform/config.ts'
import type { OutgoingMail } from './carrier.ts'
import { bodyOfMailing } from './mailing-body.ts'
import { messageIdOf } from './message-id.ts'
import type { MailRow } from './queue.ts'

/** The texts of mailings by id. */
export type Texts = Map<string, { subject: string; message: string }>

/** No mail can be built from the row; the cause says why. */
export class Unmakeable extends Error {}

interface Sender {
  config: Pick<Config, 'MAIL_FROM' | 'PUBLIC_URL' | 'SUPPORT_EMAIL'>
  /** Signs unsubscribe links. */
  secret: string
}

/**
 * Builds the mail of a row in the queue, ready to be sent.
 * @throws Unmakeable
 */
export function outgoingOf(row: MailRow, texts: Texts, sender: Sender): OutgoingMail {
  try {
    return mailOf(row, texts, sender)
  } catch (error) {
    throw new Unmakeable('no mail can be made of a row', { cause: error })
  }
}

function mailOf(row: MailRow, texts: Texts, sender: Sender): OutgoingMail {
  const text = row.mailingId === null ? undefined : texts.get(row.mailingId)
  const letter = text ? bodyOfMailing(text, row, sender) : row.letter && { ...row.letter, headers: {} }
  if (typeof letter?.subject !== 'string' || typeof letter.text !== 'string' || row.recipient === null)
    throw new Error('a mail of the queue has no text')
  return {
    ...letter,
    to: row.recipient,
    messageId: messageIdOf(row.id, sender.config.MAIL_FROM),
    // Tells auto-responders not to reply (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...letter.headers },
  }
}
