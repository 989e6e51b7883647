import { eq, type SQL, sql } from 'drizzle-orm'
import { users } from '../db/schema/users.ts'

/** Returns a condition for an insert: the account exists, and is not deleted before the statement has ended. */
export const isAccount = (id: string): SQL => sql`exists (select from ${users} where ${eq(users.id, id)} for key share)`
