import { randomUUID } from 'node:crypto'
import type { TestApp } from './app.ts'
import { users } from './tables.ts'

export type AccountFields = Partial<typeof users.$inferInsert>

/** Accounts as they lie in the table, without anybody signing in: each is made now, where nothing else is said. Answers their ids. */
export async function storeAccounts(server: TestApp, accounts: readonly AccountFields[]): Promise<string[]> {
  const now = new Date(server.clock.now())
  const rows = accounts.map((fields) => {
    const id = randomUUID()
    return { id, email: `${id}@example.org`, createdAt: now, updatedAt: now, ...fields }
  })
  await server.db.insert(users).values(rows)
  return rows.map(({ id }) => id)
}
