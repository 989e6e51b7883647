/**
 * A process of its own that reads mails of strangers: one that crashes, hangs or bloats the parser takes this process along and not
 * the server. One mail at a time (mail-reader.ts).
 */
import type { MailAnswer, MailJob } from './mail-reader.ts'
import { readMail } from './read-mail.ts'

process.on('message', async ({ raw }: MailJob) => {
  const answer = await readMail(Buffer.from(raw)).then(
    (mail): MailAnswer => ({ kind: 'read', mail }),
    (): MailAnswer => ({ kind: 'unreadable' }),
  )
  process.send?.(answer)
})
// Whoever asked is gone, and so is whoever would end this.
process.on('disconnect', () => process.exit())
