import { not, type SQL, sql } from 'drizzle-orm'
import type { RecipientType } from '#domain/protocol/admin.ts'
import { isPremiumRow } from '../plans/plan-row.ts'

/**
 * Returns a condition: the row of `users` belongs to the audience at `now` (readings, Premium). `premium` is active,
 * `trial` in trial, `free` neither.
 */
export function isInAudience(audience: Exclude<RecipientType, 'individual'>, now: number): SQL {
  switch (audience) {
    case 'all':
      return sql`true`
    case 'premium':
      return isPremiumRow(now, ['active'])
    case 'trial':
      return isPremiumRow(now, ['trial'])
    case 'free':
      return not(sql`coalesce(${isPremiumRow(now)}, false)`)
  }
}
