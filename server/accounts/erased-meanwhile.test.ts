// On both databases: locks, and what a condition of an insert sees.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { eraseAccount } from '../erasure/erase-account.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { identities, sessions, users } from '../testing/tables.ts'
import { accountOfPerson } from './identities.ts'
import { openSession } from './sessions.ts'
import { accountOf } from './users.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const erase = (id: string) => transaction(server.db, (tx) => eraseAccount(tx, id, server.clock.now()))

/** A statement, after which something else happens before anybody sees what it returned. */
function followed<Statement extends object>(statement: Statement, happens: (rows: unknown) => unknown): Statement {
  return new Proxy(statement, {
    get: (real, name) => {
      const member = Reflect.get(real, name, real)
      if (typeof member !== 'function') return member
      if (name !== 'then') return (...given: unknown[]) => followed(member.apply(real, given), happens)
      const then = async () => {
        const rows = await real
        await happens(rows)
        return rows
      }
      return (...given: Parameters<Promise<unknown>['then']>) => then().then(...given)
    },
  })
}

/** The database, on which the first account that is found or made is erased at once. */
function erasingTheFirst(): Database {
  let isFirst = true
  const insert: Database['insert'] = (table) => {
    const statement = server.db.insert(table)
    if (!isFirst || (table as unknown) !== users) return statement
    isFirst = false
    return followed(statement, (rows) => erase((rows as { id: string }[])[0]?.id ?? ''))
  }
  return new Proxy(server.db, {
    get: (db, name) => (name === 'insert' ? insert : Reflect.get(db, name, db)),
  })
}

describe('an account that is erased while its owner signs in', () => {
  it('is made anew for whom a provider has proven', async () => {
    const before = await accountOf(server, 'ada@example.org')
    const ada = { issuer: 'https://idp.example', subject: 'ada', email: 'ada@example.org', firstName: '', lastName: '' }
    const account = await accountOfPerson({ ...server, db: erasingTheFirst() }, ada)
    expect([account.email, account.id === before.id]).toEqual(['ada@example.org', false])
    const linked = await server.db.select().from(identities).where(eq(identities.subject, 'ada'))
    expect(linked.map(({ userId }) => userId)).toEqual([account.id])
  })

  it('gets no session, whether it is erased already or just then', async () => {
    for (const isJustThen of [false, true]) {
      const { id } = await accountOf(server, 'bob@example.org')
      const open = () => openSession(server, { userId: id, deviceName: 'Phone' })
      const opening = await transaction(server.db, async (tx) => {
        await eraseAccount(tx, id, server.clock.now())
        return isJustThen ? { token: open() } : {}
      })
      expect(await (opening.token ?? open())).toBeNull()
      expect(await server.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([])
    }
  })
})
