import { randomUUID } from 'node:crypto'
import type { TestApp } from './app.ts'
import { users } from './tables.ts'

export type AccountFields = Partial<typeof users.$inferInsert>

/**
 * Stores accounts directly in the table, without signing anyone in, and returns their ids. Each is created now unless
 * the fields say otherwise.
 */
export async function storeAccounts(server: TestApp, accounts: readonly AccountFields[]): Promise<string[]> {
  const now = new Date(server.clock.now())
  const rows = accounts.map((fields) => {
    const id = randomUUID()
    return { id, email: `${id}@example.org`, createdAt: now, updatedAt: now, ...fields }
  })
  await server.db.insert(users).values(rows)
  return rows.map(({ id }) => id)
}
