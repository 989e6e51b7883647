import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type AddressObject, type AttachmentStream, MailParser, type MessageText } from 'mailparser'
import { storablePart } from '#domain/lib/text.ts'

/** What is read from a mail. */
export interface ReadMail {
  fromName: string
  /** In lower case; empty if it names no sender. */
  fromEmail: string
  subject: string
  text: string
  attachments: number
  messageId: string
  /** Written by a machine: a bounce, an out-of-office reply, a mailing list (RFC 3834). */
  isAutomatic: boolean
  /** The same if a mail is delivered twice. */
  fingerprint: string
}

/** How many characters of the text are kept. */
export const TEXT_KEPT = 20_000
const LINE_KEPT = 300
/** HTML beyond this is not converted to text (characters). */
const HTML_READ = 1_000_000
/** A mail with more parts is refused. */
const MOST_PARTS = 200

const oneLine = (text: string): string => storablePart(text.replace(/\s+/g, ' ').trim(), LINE_KEPT)

/**
 * Parses a mail as received. Rejects if it is not a mail or has more parts than anyone writes. To be called where a
 * crash does no harm (mail-process.ts).
 */
export async function readMail(raw: Buffer): Promise<ReadMail> {
  const parser = new MailParser({
    skipImageLinks: true,
    skipTextToHtml: true,
    ignoreEmbedded: true,
    checksumAlgo: false,
    maxHtmlLengthToParse: HTML_READ,
    maxChildNodes: MOST_PARTS,
  })
  let text = ''
  let attachments = 0
  parser.on('data', (part: AttachmentStream | MessageText) => {
    if (part.type === 'text') {
      text = part.text ?? ''
      return
    }
    attachments += 1
    part.content.on('end', () => part.release?.())
    part.content.resume()
  })
  const headers = new Map<string, unknown>()
  parser.on('headers', (found) => {
    for (const [name, value] of found) headers.set(name, value)
  })
  await new Promise<void>((resolve, reject) => {
    parser.once('end', resolve)
    parser.once('error', reject)
    Readable.from([raw]).pipe(parser)
  })
  return mailOf(raw, { headers, text, attachments })
}

function mailOf(
  raw: Buffer,
  { headers, text, attachments }: { headers: Map<string, unknown>; text: string; attachments: number },
): ReadMail {
  const from = (headers.get('from') as AddressObject | undefined)?.value?.find(({ address }) => address)
  const messageId = oneLine(String(headers.get('message-id') ?? ''))
  const fromEmail = oneLine(from?.address ?? '').toLowerCase()
  // Mail servers on the way add lines at the top, so only what the sender wrote is the same both times.
  const identity = messageId === '' ? raw : `${fromEmail} ${messageId}`
  return {
    fromName: oneLine(from?.name ?? ''),
    fromEmail,
    subject: oneLine(String(headers.get('subject') ?? '')),
    text: withNotes(text.trim(), attachments),
    attachments,
    messageId,
    isAutomatic: isAutomatic(headers),
    fingerprint: createHash('sha256').update(identity).digest('base64url'),
  }
}

function withNotes(text: string, attachments: number): string {
  const notes = [
    ...(text.length > TEXT_KEPT ? ['The rest of this email was not kept.'] : []),
    ...(attachments > 0
      ? [attachments === 1 ? 'One attachment was not kept.' : `${attachments} attachments were not kept.`]
      : []),
  ]
  return [storablePart(text, TEXT_KEPT), ...notes.map((note) => `[${note}]`)].filter(Boolean).join('\n\n')
}

function isAutomatic(headers: Map<string, unknown>): boolean {
  const submitted = headers.get('auto-submitted')
  if (submitted !== undefined && !/^\s*no\b/i.test(String(submitted))) return true
  if (/^\s*(bulk|list|junk)\b/i.test(String(headers.get('precedence') ?? ''))) return true
  const type = headers.get('content-type') as { value?: string } | undefined
  return headers.has('list') || type?.value === 'multipart/report'
}
