import { nameForOthers } from '#domain/access/consent.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { DOCUMENT_TYPE_LABELS, type MedicalDocument } from '#domain/records/document.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { mailBody } from '../mail/mail-body.ts'
import type { Mail } from '../mail/mailer.ts'

/**
 * Returns a name that every file system and mail program accepts: letters and digits of any script, spaces, `-` and
 * `_`.
 */
export function fileNameOf({ documentName }: Pick<MedicalDocument, 'documentName'>): string {
  const plain = documentName
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_-]+/gu, ' ')
    .trim()
    .slice(0, 80)
    .trim()
  return `${plain.toWellFormed() || 'Document'}.jpg`
}

/**
 * Builds the mail that forwards a document: who sends it, what it is, the picture itself, and how to stop such mails,
 * both on the page and for mail programs (RFC 2369, RFC 8058). Replies go to the sender.
 */
export function documentMail(
  user: Pick<CurrentUser, 'email' | 'firstName' | 'lastName'>,
  document: MedicalDocument,
  { to, image, noMore }: { to: string; image: Buffer; noMore: string },
): Mail {
  const { full } = nameForOthers(user)
  const who = full ? `${full} (${user.email})` : user.email
  const what = `${t(DOCUMENT_TYPE_LABELS[document.documentType])}: ${document.documentName}, ${formatDate(document.documentDate)}`
  const sends = t('{who} sent you this document with Dosewell. It is attached to this email as a picture.', { who })
  const stranger = t(
    'It may hold health information. If it is not meant for you, please delete this email and tell {email}.',
    { email: user.email },
  )
  return {
    to,
    replyTo: user.email,
    subject: t('{document} from {name}', { document: document.documentName, name: full || user.email }),
    ...mailBody([t('Hello,'), sends, what, stranger, { link: noMore, words: t('No more of these') }]),
    headers: {
      'List-Unsubscribe': `<${noMore}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    attachments: [{ filename: fileNameOf(document), content: image, contentType: 'image/jpeg' }],
  }
}
