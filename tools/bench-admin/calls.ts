import { type SQL, sql } from 'drizzle-orm'
import type { AdminUsersPage } from '#domain/protocol/admin.ts'
import type { Database } from '#server/db/database.ts'
import type { Figure } from '../bench/figures.ts'
import { p50, p95 } from '../bench/figures.ts'
import type { AdminServer } from './server.ts'

/** A search: the address, and how many accounts its page must hold. */
interface Search {
  row: string
  work: string
  query: (round: number) => string
  holds: number | 'some'
  cursor?: string
}

/** Returns the number of an account, counted from the oldest, as the bench's crowd was made (crowd.ts). */
const numbered = (people: number, round: number) => 1 + ((round * 7_919) % people)

function searches({ people, deep }: Crowd): Search[] {
  const page = 50
  return [
    { row: 'users', work: 'the first page', query: () => '', holds: page },
    { row: 'users-deep', work: 'a page amid all of them', query: () => '', holds: page, cursor: deep },
    { row: 'search-common', work: '“gmail”: 4 of 10', query: () => 'gmail', holds: page },
    {
      row: 'search-common-deep',
      work: 'the same, a page amid all',
      query: () => 'gmail',
      holds: page,
      cursor: deep,
    },
    { row: 'search-name', work: 'a full name: 1 of 100', query: () => 'Zoë Nguyen', holds: page },
    {
      row: 'search-one',
      work: 'a number that one address has',
      query: (round) => `.${numbered(people, round)}@`,
      holds: 1,
    },
    {
      row: 'search-few',
      work: 'three digits and a name',
      query: (round) => `mary.${100 + (round % 900)}`,
      holds: 'some',
    },
    { row: 'search-letter', work: '“z”', query: () => 'z', holds: page },
    {
      row: 'search-none',
      work: 'nobody, of pieces that many have',
      query: (round) => `noah.${people + numbered(people, round)}1`,
      holds: 0,
    },
    {
      row: 'search-former',
      work: '3 of 100, none of the newest third',
      query: () => 'former-employer',
      holds: page,
    },
  ]
}

/** The first rounds of each call do not count. */
const WARM_UP = 3

async function timed(rounds: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const samples: number[] = []
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    const start = performance.now()
    await work(round)
    samples.push(performance.now() - start)
  }
  return samples.slice(WARM_UP)
}

const figure = (row: string, work: string, samples: number[]): Figure => ({
  row,
  work,
  n: samples.length,
  p50: p50(samples),
  p95: p95(samples),
})

/** What the calls need. */
export interface Crowd {
  people: number
  rounds: number
  /** The cursor of a page in the middle of all accounts. */
  deep: string
  /** Accounts that are given Premium, reset and deleted, one after another. */
  chosen: { id: string; email: string }[]
}

export async function lookAt(db: Database, size: Pick<Crowd, 'people' | 'rounds'>): Promise<Crowd> {
  const ask = async <Row>(query: SQL) => ((await db.execute(query)) as unknown as { rows: Row[] }).rows
  const [middle] = await ask<{ amid: number | string }>(sql`
    select extract(epoch from min(created_at) + (max(created_at) - min(created_at)) / 2)::bigint as amid from users
  `)
  const chosen = await ask<Crowd['chosen'][number]>(sql`
    select id, email from users where email like '%@icloud.com' order by created_at limit ${size.rounds + WARM_UP}
  `)
  return { ...size, deep: `${Number(middle?.amid) * 1000}.00000000-0000-0000-0000-000000000000`, chosen }
}

/** Measures every call of /admin that covers all accounts or acts on one; one at a time, each answer checked. */
export async function measureCalls(server: AdminServer, crowd: Crowd): Promise<Figure[]> {
  const figures = [await measureStats(server, crowd)]
  for (const search of searches(crowd)) figures.push(await measureSearch(server, crowd, search))
  return [...figures, ...(await measureActs(server, crowd))]
}

async function measureStats({ ask }: AdminServer, { people, rounds }: Crowd): Promise<Figure> {
  const samples = await timed(rounds, async () => {
    const { totalUsers } = (await ask('GET', '/api/admin/stats')) as { totalUsers: number }
    if (totalUsers !== people + 1) throw new Error(`${totalUsers} users are counted`)
  })
  return figure('stats', 'GET /api/admin/stats', samples)
}

async function measureSearch({ ask }: AdminServer, { rounds }: Crowd, search: Search): Promise<Figure> {
  const { row, work, query, holds, cursor } = search
  const samples = await timed(rounds, async (round) => {
    const words = new URLSearchParams({ query: query(round), ...(cursor === undefined ? {} : { cursor }) })
    const { users } = (await ask('GET', `/api/admin/users?${words}`)) as AdminUsersPage
    if (holds === 'some' ? users.length === 0 : users.length !== holds)
      throw new Error(`${row}: ${users.length} users were found for “${query(round)}”`)
  })
  return figure(row, work, samples)
}

async function measureActs({ ask }: AdminServer, { rounds, chosen }: Crowd): Promise<Figure[]> {
  const ofChosen = async (row: string, work: string, act: (user: Crowd['chosen'][number]) => Promise<unknown>) => {
    const samples = await timed(rounds, (round) => {
      const user = chosen[round]
      if (!user) throw new Error('there are too few accounts to act on')
      return act(user)
    })
    return figure(row, work, samples)
  }
  return [
    await ofChosen('grant', 'POST /api/admin/grant-promotion', ({ email }) =>
      ask('POST', '/api/admin/grant-promotion', { userId: email, months: 1, promoType: 'downgrade_to_free' }),
    ),
    await ofChosen('reset', 'POST …/reset-password', ({ id }) => ask('POST', `/api/admin/users/${id}/reset-password`)),
    await ofChosen('delete', 'DELETE /api/admin/users/{id}', ({ id }) => ask('DELETE', `/api/admin/users/${id}`)),
  ]
}
