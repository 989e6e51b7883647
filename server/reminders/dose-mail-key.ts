import { createHash } from 'node:crypto'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'

/**
 * Returns the key of the mail to this account about doses of one minute: the same for each attempt, and another one as
 * soon as it is about other doses.
 */
export const doseMailKey = (
  account: string,
  { date, time, subjects }: { date: LocalDate; time: LocalTime; subjects: readonly { slotId: string }[] },
): string =>
  createHash('sha256')
    .update(JSON.stringify([account, date, time, subjects.map(({ slotId }) => slotId).sort()]))
    .digest('base64url')
