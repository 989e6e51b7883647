// On both databases: search by parts of words.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PAGE, type AdminUser, type AdminUsersPage } from '#domain/protocol/admin.ts'
import { type AccountFields, storeAccounts } from '../testing/accounts.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { type Person, signIn } from '../testing/people.ts'

let server: TestApp
let admin: Person
beforeAll(async () => {
  server = await testApp({ environment: { ADMIN_EMAILS: 'boss@admins.test' } })
  admin = await signIn(server, 'boss@admins.test')
})
afterAll(() => server.close())

async function page(query: string, cursor?: string): Promise<AdminUsersPage> {
  const parameters = new URLSearchParams({ query, ...(cursor === undefined ? {} : { cursor }) })
  const answer = await admin.inject(`/api/admin/users?${parameters}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

/** Returns all pages, one after another. */
async function everything(query: string): Promise<AdminUser[]> {
  const found: AdminUser[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next = await page(query, cursor ?? undefined)
    found.push(...next.users)
    cursor = next.nextCursor
  }
  return found
}

const emails = async (query: string): Promise<string[]> => (await everything(query)).map(({ email }) => email)

describe('2.admin search', () => {
  const people: AccountFields[] = [
    { email: 'ada.lovelace@first.test', firstName: 'Ada', lastName: 'Lovelace' },
    { email: 'charles@second.test', firstName: 'Charles', lastName: 'Babbage' },
    { email: 'x_y%z@third.test', firstName: 'Ängström', lastName: 'Őry' },
    { email: 'no-name@fourth.test', firstName: '', lastName: '' },
    { email: 'back\\slash@fifth.test', firstName: "D'Arcy", lastName: 'Жуков' },
  ]
  beforeAll(async () => {
    await storeAccounts(server, people)
  })

  it.each<[string, string, string[]]>([
    ['part of the address', 'lovelace@fir', ['ada.lovelace@first.test']],
    ['the first name', 'Charles', ['charles@second.test']],
    ['part of the last name, in capitals', 'BABB', ['charles@second.test']],
    ['the full name', 'ada lovelace', ['ada.lovelace@first.test']],
    ['where first and last name meet', 's bab', ['charles@second.test']],
    ['spaces around and several between', '  ada   lovelace ', ['ada.lovelace@first.test']],
    ['letters beyond A to Z', 'äNGstrÖM ŐRY', ['x_y%z@third.test']],
    ['another script', 'жУК', ['back\\slash@fifth.test']],
    ['what patterns of SQL mean something by', '_y%', ['x_y%z@third.test']],
    ['a backslash', 'k\\s', ['back\\slash@fifth.test']],
    ['a quote', "d'a", ['back\\slash@fifth.test']],
    ['two characters', 'x_', ['x_y%z@third.test']],
    ['one character', '%', ['x_y%z@third.test']],
  ])('finds by %s: %s', async (_what, query, expected) => {
    expect(await emails(query)).toEqual(expected)
  })

  it.each([
    ['from the address into the name', 'test ada'],
    ['the last name before the first', 'lovelace ada'],
    ['nobody', 'nobody-at-all'],
  ])('does not find %s: %s', async (_what, query) => {
    expect(await page(query)).toEqual({ users: [], nextCursor: null })
  })

  it('an empty search finds everybody', async () => {
    expect(await emails(' ')).toHaveLength(people.length + 1)
  })

  it('says of each what the list of signups says', async () => {
    const [found] = await everything('charles')
    expect(Object.keys(found ?? {}).sort()).toEqual(
      ['createdAt', 'email', 'firstName', 'id', 'lastName', 'subscriptionPlan', 'subscriptionStatus'].sort(),
    )
    const [nameless] = await everything('no-name')
    expect(nameless).toMatchObject({
      firstName: null,
      lastName: null,
      subscriptionPlan: 'free',
      subscriptionStatus: null,
    })
  })

  it('a changed name is found by, the old one is not', async () => {
    await storeAccounts(server, [{ email: 'married@sixth.test', firstName: 'Grace', lastName: 'Murray' }])
    await server.db.execute(sql`update users set last_name = 'Hopper' where email = 'married@sixth.test'`)
    expect(await emails('grace hopper')).toEqual(['married@sixth.test'])
    expect(await emails('murray')).toEqual([])
  })

  it.each([
    'x',
    '1.2',
    `${'9'.repeat(15)}0.00000000-0000-0000-0000-000000000000`,
    `999999999999999.00000000-0000-0000-0000-000000000000`,
  ])('refuses a cursor that is none: %s', async (cursor) => {
    const answer = await admin.inject(`/api/admin/users?cursor=${cursor}`)
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'cursor'])
  })

  it('refuses a query of more than 200 characters', async () => {
    const answer = await admin.inject(`/api/admin/users?query=${'x'.repeat(201)}`)
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'query'])
  })
})

describe('pages, amid so many accounts that the index is asked', () => {
  const CROWD = 6_000
  beforeAll(async () => {
    // The oldest; some of the crowd were created in the same millisecond.
    const oldest = new Date('2020-01-01T00:00:00Z')
    await storeAccounts(server, [{ email: 'zelda@rare.test', createdAt: oldest, firstName: 'Zelda' }])
    await server.db.execute(sql`
      insert into users (id, email, first_name, last_name, created_at, updated_at)
      select gen_random_uuid(), 'person' || i || '@crowd.test', 'Person', 'Number' || i,
        '2021-01-01'::timestamptz + (i / 7) * interval '1 second', now()
      from generate_series(1, ${CROWD}::integer) as i
    `)
  })

  it('one account behind more than are looked at one by one is found', async () => {
    expect(await emails('ZELDA')).toEqual(['zelda@rare.test'])
    expect(await emails('person6@crowd')).toEqual(['person6@crowd.test'])
  })

  it('follow each other without a gap, nobody twice, the newest first', async () => {
    const found = await everything('number1')
    const expected = Array.from({ length: CROWD }, (_, i) => i + 1).filter((i) => String(i).startsWith('1'))
    expect(found.map(({ email }) => Number(email.replace(/\D/g, ''))).sort((a, b) => a - b)).toEqual(expected)
    const instants = found.map(({ createdAt }) => createdAt)
    expect(instants).toEqual([...instants].sort().reverse())
  })

  it('an account that signs up between two pages moves nobody', async () => {
    const first = await page('person')
    await storeAccounts(server, [{ email: 'late-person@crowd.test' }])
    const second = await page('person', first.nextCursor ?? '')
    const ids = [...first.users, ...second.users].map(({ id }) => id)
    expect(new Set(ids).size).toBe(2 * ADMIN_PAGE)
    expect(second.users.map(({ email }) => email)).not.toContain('late-person@crowd.test')
  })
})
