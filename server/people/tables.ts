import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { GRANTED_ROLES } from '#domain/access/roles.ts'
import { instant, userId } from '../db/schema/columns.ts'

/**
 * Who else may see or help a person: an offer until it is accepted, then a grant. Of the link's token and of the code
 * only hashes are stored. What was revoked stays until it is forgotten, so that the helper's devices hear of it (S14.5).
 */
export const grants = pgTable(
  'grants',
  {
    id: uuid('id').primaryKey(),
    /** The person. */
    userId: userId(),
    /** The account that the person belongs to. */
    ownerId: uuid('owner_id').notNull(),
    role: text('role', { enum: GRANTED_ROLES }).notNull(),
    /** The only address whose account may accept, in lower case; null for whoever has the link. */
    email: text('email'),
    /** Of the link while it is offered; of the list's address once a link without an account was used. */
    tokenHash: text('token_hash').unique(),
    codeHash: text('code_hash').unique(),
    /** After how many minutes the helper is told of an important dose that is open. */
    notifyAfterMinutes: integer('notify_after_minutes'),
    offeredAt: instant('offered_at').notNull(),
    acceptedAt: instant('accepted_at'),
    /** The account that accepted; null for an offer, and for a list shown without an account. */
    helperId: uuid('helper_id'),
    /** When it ends by itself. */
    endsAt: instant('ends_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('grants_person').on(table.userId),
    index('grants_owner').on(table.ownerId),
    index('grants_helper').on(table.helperId),
  ],
)
