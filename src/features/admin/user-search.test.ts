import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import type { Instant } from '#domain/lib/instant.ts'
import type { AdminUser, AdminUsersPage } from '#domain/protocol/admin.ts'
import type { AdminAnswer } from '#src/platform/admin-calls.ts'
import { createUserSearch, hasMore, listed, matches, SEARCH_AFTER_MS } from './user-search.ts'

/** The higher the number, the newer. */
const user = (number: number, firstName: string | null = null, lastName: string | null = null): AdminUser => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as UserId,
  email: `person.${number}@example.org`,
  firstName,
  lastName,
  subscriptionPlan: 'free',
  subscriptionStatus: null,
  createdAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString() as Instant,
})

const page = (users: AdminUser[], nextCursor: string | null = null): AdminAnswer<AdminUsersPage> => ({
  kind: 'ok',
  value: { users, nextCursor },
})

interface Question {
  query: string
  cursor: string | null
  signal: AbortSignal
  answer(what: AdminAnswer<AdminUsersPage>): Promise<void>
}

/** A search whose requests the test answers by hand. */
function search() {
  const questions: Question[] = []
  const one = createUserSearch((query, cursor, signal) => {
    const { promise, resolve } = Promise.withResolvers<AdminAnswer<AdminUsersPage>>()
    const answer = async (what: AdminAnswer<AdminUsersPage>) => {
      resolve(what)
      await vi.advanceTimersByTimeAsync(0)
    }
    questions.push({ query, cursor, signal, answer })
    return promise
  })
  return { ...one, questions, now: () => one.state.getState() }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('2.admin the search box', () => {
  const margaret = { ...user(1, 'Margaret', 'Okonkwo-Fitzgerald'), email: 'maggie@example.com.au' }

  it.each(['MAGGIE@', 'margaret', 'okonkwo', 'Margaret OKONKWO', '  margaret   okonkwo ', ''])(
    '%j finds by email, first, last or full name, in any case',
    (typed) => {
      expect(matches(margaret, typed)).toBe(true)
    },
  )

  it.each(['lachlan', 'fitzgerald margaret', 'null'])('%j finds nobody', (typed) => {
    expect(matches({ ...margaret, firstName: null }, typed)).toBe(false)
  })

  it('filters the newest signups at once, and asks the server about everybody only when the typing rests', () => {
    const { type, questions, now, stop } = search()
    const recent = [user(2, 'Tui'), user(1, 'Bao')]
    type('t')
    type('tu')
    expect(listed(recent, now()).map(({ firstName }) => firstName)).toEqual(['Tui'])
    vi.advanceTimersByTime(SEARCH_AFTER_MS - 1)
    expect(questions).toEqual([])
    type('Tui ')
    vi.advanceTimersByTime(SEARCH_AFTER_MS)
    expect(questions.map(({ query, cursor }) => [query, cursor])).toEqual([['tui', null]])
    stop()
  })

  it('adds whom the server found, the newest first and nobody twice', async () => {
    const { type, questions, now } = search()
    type('person')
    vi.advanceTimersByTime(SEARCH_AFTER_MS)
    await questions[0]?.answer(page([user(9), user(5), user(3)], 'next'))
    const recent = [user(9), user(8)]
    expect(listed(recent, now()).map(({ email }) => email)).toEqual(
      [9, 8, 5, 3].map((number) => `person.${number}@example.org`),
    )
    expect(hasMore(2, 400, now())).toBe(true)
  })

  it('gives up a question that another overtook: its answer changes nothing', async () => {
    const { type, questions, now } = search()
    type('ann')
    vi.advanceTimersByTime(SEARCH_AFTER_MS)
    type('bea')
    expect(questions[0]?.signal.aborted).toBe(true)
    await questions[0]?.answer(page([user(1, 'Ann')]))
    expect(now()).toMatchObject({ typed: 'bea', found: [], isAsking: true })
  })

  it('emptied, it shows the newest signups and asks nothing', () => {
    const { type, questions, now } = search()
    type('ann')
    type('')
    vi.advanceTimersByTime(10 * SEARCH_AFTER_MS)
    expect(questions).toEqual([])
    expect(now().isAsking).toBe(false)
    expect(listed([user(1)], now())).toHaveLength(1)
  })

  it('says that the server did not answer, and keeps who was found before', async () => {
    const { type, more, questions, now } = search()
    type('person')
    vi.advanceTimersByTime(SEARCH_AFTER_MS)
    await questions[0]?.answer(page([user(3)], 'next'))
    more(new Set())
    await questions[1]?.answer({ kind: 'refused', status: 429, sentence: 'Too many.', field: null })
    expect(now()).toMatchObject({ failure: 'Too many.', isAsking: false, cursor: 'next' })
    expect(now().found).toHaveLength(1)
    expect(hasMore(2, 2, now())).toBe(true)
    more(new Set())
    expect(now().failure).toBeNull()
    await questions[2]?.answer({ kind: 'no-answer' })
    expect(now().failure).toBe('')
  })
})

describe('asked again, because somebody may have changed', () => {
  const premium = (number: number): AdminUser => ({ ...user(number), subscriptionPlan: 'premium' })
  const plansOf = (found: AdminUser[]) => found.map(({ subscriptionPlan }) => subscriptionPlan)

  it('fetches as many as were found before, shows those meanwhile, and nobody twice', async () => {
    const { type, more, again, questions, now } = search()
    type('person')
    vi.advanceTimersByTime(SEARCH_AFTER_MS)
    await questions[0]?.answer(page([user(5), user(4)], 'second'))
    more(new Set([user(5).id, user(4).id]))
    await questions[1]?.answer(page([user(3)], 'third'))
    again()
    expect(plansOf(listed([], now()))).toEqual(['free', 'free', 'free'])
    await questions[2]?.answer(page([premium(5), premium(4)], 'second'))
    await questions[3]?.answer(page([premium(3)], 'third'))
    expect(questions.map(({ query, cursor }) => [query, cursor])).toEqual([
      ['person', null],
      ['person', 'second'],
      ['person', null],
      ['person', 'second'],
    ])
    expect(plansOf(listed([], now()))).toEqual(['premium', 'premium', 'premium'])
    expect(now()).toMatchObject({ isAsking: false, cursor: 'third' })
    expect(now().found).toHaveLength(3)
  })

  it('begins anew what is on its way: its answer may be older than the change', async () => {
    const { type, again, questions, now } = search()
    type('person')
    vi.advanceTimersByTime(SEARCH_AFTER_MS)
    again()
    await questions[0]?.answer(page([user(1)]))
    await questions[1]?.answer(page([premium(1)]))
    expect(plansOf(listed([], now()))).toEqual(['premium'])
  })

  it('asks nothing where nothing was asked yet, and a question that waits for the typing to rest once', () => {
    const { type, again, questions, stop } = search()
    again()
    expect(questions).toEqual([])
    type('person')
    again()
    vi.advanceTimersByTime(SEARCH_AFTER_MS)
    expect(questions).toHaveLength(1)
    stop()
  })

  it('without an answer keeps who was found, and trying again brings them up to date', async () => {
    const { type, more, again, questions, now } = search()
    type('person')
    vi.advanceTimersByTime(SEARCH_AFTER_MS)
    await questions[0]?.answer(page([user(1)]))
    again()
    await questions[1]?.answer({ kind: 'no-answer' })
    expect(plansOf(listed([], now()))).toEqual(['free'])
    expect(hasMore(0, 1, now())).toBe(true)
    more(new Set([user(1).id]))
    await questions[2]?.answer(page([premium(1)]))
    expect(plansOf(listed([], now()))).toEqual(['premium'])
    expect(hasMore(0, 1, now())).toBe(false)
  })
})

describe('“Show more”', () => {
  it('is there while there are more accounts than signups in the list', () => {
    const { now } = search()
    expect(hasMore(50, 51, now())).toBe(true)
    expect(hasMore(50, 50, now())).toBe(false)
  })

  it('goes on past pages that hold only people who are listed already', async () => {
    const { more, questions, now } = search()
    const recent = [user(9), user(8)]
    more(new Set(recent.map(({ id }) => id)))
    await questions[0]?.answer(page(recent, 'second'))
    expect(questions.map(({ query, cursor }) => [query, cursor])).toEqual([
      ['', null],
      ['', 'second'],
    ])
    await questions[1]?.answer(page([user(7)]))
    expect(listed(recent, now()).map(({ id }) => id)).toEqual([user(9).id, user(8).id, user(7).id])
    expect(hasMore(2, 3, now())).toBe(false)
  })

  it('asks once, however often it is pressed', () => {
    const { more, questions, stop } = search()
    more(new Set())
    more(new Set())
    expect(questions).toHaveLength(1)
    stop()
    expect(questions[0]?.signal.aborted).toBe(true)
  })
})
