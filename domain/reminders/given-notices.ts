import type { DoseNotices } from '../records/dose-notices.ts'

/** Returns whether anything is announced beside the reminder. */
export const hasNotices = (notices: DoseNotices | null | undefined): notices is DoseNotices =>
  notices != null && (notices.headsUp !== null || notices.followUps.length > 0)

/** Returns whether two records say the same of notices. */
export const sameNotices = (one: DoseNotices | null | undefined, other: DoseNotices | null | undefined): boolean =>
  (one?.headsUp ?? null) === (other?.headsUp ?? null) &&
  (one?.followUps ?? []).join() === (other?.followUps ?? []).join()
