import { fileURLToPath } from 'node:url'
import { type HelperLimits, helperProcess } from '../../platform/processes/helper-process.ts'
import type { ReadMail } from './read-mail.ts'

/** What the mail-reading process is sent, and its response. */
export interface MailJob {
  raw: Uint8Array
}
export type MailAnswer = { kind: 'read'; mail: ReadMail } | { kind: 'unreadable' }

/** Reads mails from strangers; `busy` says nothing about the mail. Never throws. */
export interface MailReader {
  read(raw: Buffer): Promise<MailAnswer | { kind: 'busy' }>
  close(): void
}

/** 10 MB of text take half a second. */
const LIMITS: HelperLimits = { timeout: 20_000, waiting: 20, idle: 60_000 }

const PROCESS = fileURLToPath(new URL('./mail-process.ts', import.meta.url))

/** Runs one separate process, one mail at a time. */
export function mailReader(limits: HelperLimits = LIMITS, file: string = PROCESS): MailReader {
  const helper = helperProcess<MailJob, MailAnswer>(file, limits)
  return {
    async read(raw) {
      const outcome = await helper.ask({ raw })
      if (outcome.ok) return outcome.answer
      return { kind: outcome.why === 'busy' ? 'busy' : 'unreadable' }
    },
    close: helper.close,
  }
}
