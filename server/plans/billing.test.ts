// On both databases: constraints.
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult } from '../testing/people.ts'
import * as schema from '../testing/tables.ts'
import { type Payment, paymentsOf, purgePayments, recordPayment } from './billing.ts'
import { grantPromotion } from './promotions.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
beforeEach(() => server.db.delete(schema.billingRecords))

const at = (text: string): number => Date.parse(`${text}T10:00:00.000Z`)
const payment = (fields: Partial<Payment> = {}): Payment => ({
  invoiceId: 'in_1',
  email: 'ann@example.org',
  amount: 999,
  currency: 'AUD',
  periodStart: at('2026-03-02'),
  periodEnd: at('2026-04-02'),
  paidAt: at('2026-03-02'),
  ...fields,
})
const rows = () => server.db.select().from(schema.billingRecords)

describe('payments', () => {
  it('P9.1 are kept once for each invoice, in cents and without the address', async () => {
    await recordPayment(server, payment())
    await recordPayment(server, payment({ amount: 1 }))
    const kept = await rows()
    expect(kept).toMatchObject([{ invoiceId: 'in_1', amount: 999, currency: 'aud' }])
    expect(JSON.stringify(kept)).not.toMatch(/\bann\b/)
  })

  it('P9.2 are the same person’s under the same address, also of a new account', async () => {
    await recordPayment(server, payment())
    await recordPayment(server, payment({ invoiceId: 'in_2', email: 'Ann@example.org', paidAt: at('2026-04-02') }))
    await recordPayment(server, payment({ invoiceId: 'in_3', email: 'bob@example.org' }))
    const found = await paymentsOf(server, 'ann@example.org')
    expect(found.map(({ invoiceId }) => invoiceId)).toEqual(['in_2', 'in_1'])
  })

  it('P9.3 outlive the account; nothing else of its plan does, and nothing names it but its ended sessions and the mail that says so', async () => {
    const ann = await asAdult(server, 'ann@example.org')
    await recordPayment(server, payment())
    await grantPromotion(server, { email: ann.email, months: 1, promoType: 'auto_renew', by: ann.user.id })
    await ann.inject({ method: 'DELETE', url: '/api/user/account', payload: { email: 'ann@example.org' } })
    expect(await rows()).toHaveLength(1)
    const naming: string[] = []
    for (const table of Object.values(schema).filter((one) => is(one, PgTable))) {
      const text = JSON.stringify(await server.db.select().from(table))
      if (text.includes(ann.user.id) || text.includes(ann.email)) naming.push(getTableName(table))
    }
    expect(naming.sort()).toEqual(['mails', 'sessions'])
  })

  it.each([
    ['2026-03-02', '2033-03-02T10:00:00.000Z'],
    ['2028-02-29', '2035-03-01T00:00:00.000Z'],
    ['2021-02-28', '2028-02-28T10:00:00.000Z'],
  ])('P9.4 of %s go on %s, seven years later, and not before', async (paid, gone) => {
    await recordPayment(server, payment({ paidAt: at(paid) }))
    await purgePayments(server.db, Date.parse(gone) - 1)
    expect(await rows()).toHaveLength(1)
    await purgePayments(server.db, Date.parse(gone))
    expect(await rows()).toHaveLength(0)
  })
})
