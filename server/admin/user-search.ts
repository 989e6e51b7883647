import { and, desc, inArray, type SQL, sql } from 'drizzle-orm'
import { toInstant } from '#domain/lib/instant.ts'
import { ADMIN_PAGE, type AdminUsersPage } from '#domain/protocol/admin.ts'
import type { UserRow } from '../accounts/sessions.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { invalid } from '../platform/errors.ts'
import { listedUser } from './listed-user.ts'

/**
 * How many accounts are checked one by one, newest first, before the substring index is used. What many accounts have
 * in common ("gmail.com") is found among them immediately, while the index would collect all of them first (decision
 * 036).
 */
const LOOKED_THROUGH = 5_000

/** A page ends at the account created at this instant with this id. */
interface Place {
  createdAt: number
  id: string
}

/**
 * Returns accounts whose e-mail, first, last or full name contains the text, in any case; all of them for an empty
 * text. Newest first, ADMIN_PAGE at a time. Throws 400 for a cursor that is not ours.
 */
export async function findUsers(
  context: Pick<Context, 'db' | 'config' | 'clock'>,
  { query, cursor }: { query: string; cursor?: string | undefined },
): Promise<AdminUsersPage> {
  const wanted = query.replace(/\s+/g, ' ').trim()
  const from = cursor === undefined ? undefined : placeOf(cursor)
  const rows = wanted === '' ? await newest(context.db, from) : await matching(context.db, wanted, from)
  const page = rows.slice(0, ADMIN_PAGE)
  const last = rows.length > ADMIN_PAGE ? page.at(-1) : undefined
  return {
    users: page.map((row) => listedUser(row, context)),
    nextCursor: last ? cursorOf({ createdAt: last.createdAt.getTime(), id: last.id }) : null,
  }
}

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** The year 10,000, which the database cannot read. */
const NO_INSTANT = Date.UTC(10_000, 0)

const cursorOf = ({ createdAt, id }: Place): string => `${createdAt}.${id}`

function placeOf(cursor: string): Place {
  const [, createdAt, id] = CURSOR.exec(cursor) ?? []
  if (createdAt === undefined || id === undefined || Number(createdAt) >= NO_INSTANT)
    throw invalid('cursor', 'cursor must be the nextCursor of the page before.')
  return { createdAt: Number(createdAt), id }
}

const NEWEST_FIRST = [desc(users.createdAt), desc(users.id)]
/** One more than a page, to tell whether there is another. */
const MOST = ADMIN_PAGE + 1

const isBehind = (place: Place | undefined): SQL | undefined =>
  place && sql`(${users.createdAt}, ${users.id}) < (${toInstant(place.createdAt)}::timestamptz, ${place.id}::uuid)`

const newest = (db: Database, from: Place | undefined): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(isBehind(from))
    .orderBy(...NEWEST_FIRST)
    .limit(MOST)

async function matching(db: Database, text: string, from: Place | undefined): Promise<UserRow[]> {
  const words = sql`user_words(${users.email}, ${users.firstName}, ${users.lastName})`
  const folded = sql`search_fold(${text}::text)`
  const holds = sql`strpos(${words}, ${folded}) > 0`
  const near = await idsOf(
    db,
    sql`select id, created_at from (
      select * from ${users} where ${isBehind(from) ?? sql`true`} order by created_at desc, id desc limit ${LOOKED_THROUGH}
    ) as ${users} where ${holds}`,
  )
  if (near.length === MOST) return rowsOf(db, near)
  const everywhere = and(sql`search_pieces(${words}, 1, 3) @> query_pieces(${folded})`, holds, isBehind(from))
  // Materialized: otherwise the planner would walk through all accounts, hoping to fill a page soon.
  const all = await idsOf(
    db,
    sql`select * from (
      with found as materialized (select id, created_at from ${users} where ${everywhere}) select * from found
    ) as found`,
  )
  return rowsOf(db, all)
}

async function idsOf(db: Database, found: SQL): Promise<string[]> {
  const { rows } = (await db.execute(sql`${found} order by created_at desc, id desc limit ${MOST}`)) as unknown as {
    rows: { id: string }[]
  }
  return rows.map(({ id }) => id)
}

const rowsOf = async (db: Database, ids: string[]): Promise<UserRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(users)
        .where(inArray(users.id, ids))
        .orderBy(...NEWEST_FIRST)
