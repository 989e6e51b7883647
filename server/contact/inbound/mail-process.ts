/**
 * A separate process that reads mails from strangers: a mail that crashes, hangs or bloats the parser takes down this
 * process and not the server. One mail at a time (mail-reader.ts).
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
// The server is gone, and no one else would end this process.
process.on('disconnect', () => process.exit())
