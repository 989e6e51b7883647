import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY } from '#domain/lib/local-time.ts'
import { eachOf } from '../queue/jobs.ts'

/** Checked once a day, so that no mail is kept longer than 30 days. */
const KEPT = 29 * DAY

/** A mail or its draft. The name is a UUIDv7, which begins with the time in milliseconds. */
const MAIL = /^\.?([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(?:\.eml)?$/

/**
 * Removes mails in this directory (mailer.ts, `fileMailer`) that were written more than 29 days before `now` (ms).
 * Other files are left alone.
 */
export async function purgeOutbox(directory: string, now: number): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const writtenAt = (name: string): number => {
    const [, high, low] = MAIL.exec(name) ?? []
    return high && low ? Number.parseInt(high + low, 16) : Number.POSITIVE_INFINITY
  }
  const old = names.filter((name) => writtenAt(name) < now - KEPT)
  await eachOf(old, (name) => rm(join(directory, name), { force: true }))
}
