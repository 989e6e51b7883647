/**
 * Notices beside the reminder of a dose (additions, 1.3), in minutes from when it is due. Neither of the two is the
 * same as null.
 */
export interface DoseNotices {
  /** How long before, a quiet notice; null: none. */
  headsUp: number | null
  /** How long after, again, until the dose is logged: ascending, each once. */
  followUps: number[]
}

export const HEADS_UP = { least: 5, most: 120 } as const
/** A follow-up comes after the 15 minutes of the reminder. */
export const FOLLOW_UP = { least: 15, most: 240, count: 3 } as const
