import * as z from 'zod/mini'
import type { UserId } from '../lib/ids.ts'
import { userIdSchema } from '../lib/ids-schema.ts'

/**
 * Who made an entry of a log: the account, and the name to show; '' once that account is gone. Absent where the person
 * is the account's own, in entries from before this was noted, and in those replayed after a restore.
 */
export interface LoggedBy {
  id: UserId
  name: string
}

export const loggedBySchema = z.object({ id: userIdSchema, name: z.string() })
