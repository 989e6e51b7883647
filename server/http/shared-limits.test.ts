// On both databases: counters that servers share.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { limitCounts } from '../testing/tables.ts'
import { giveBack, purgeCounts, type SharedLimit, take } from './shared-limits.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp({ environment: { RATE_LIMIT_SCALE: '1' } })
})
afterAll(() => server.close())

let limit: SharedLimit
let count = 0
beforeEach(() => {
  limit = { key: `mails of ann${++count}@example.org`, max: 3, window: 60_000 }
})

describe('a limit that servers share', () => {
  it('counts what comes at the same moment, and refuses what is more until its window ends', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => take(server, limit)))
    expect(answers.filter((wait) => wait === null)).toHaveLength(3)
    expect(answers.filter((wait) => wait === 60)).toHaveLength(2)
    server.clock.advance(59_999)
    expect(await take(server, limit)).toBe(1)
    server.clock.advance(1)
    expect(await take(server, limit)).toBeNull()
  })

  it('has room again for what was given back, and never for more than it allows', async () => {
    await giveBack(server, limit.key)
    for (let taken = 0; taken < 3; taken += 1) expect(await take(server, limit)).toBeNull()
    expect(await take(server, limit)).not.toBeNull()
    await giveBack(server, limit.key)
    expect(await take(server, limit)).toBeNull()
    expect(await take(server, limit)).not.toBeNull()
    for (let given = 0; given < 5; given += 1) await giveBack(server, limit.key)
    for (let taken = 0; taken < 3; taken += 1) expect(await take(server, limit)).toBeNull()
    expect(await take(server, limit)).not.toBeNull()
  })

  it('names nobody in the table, and is forgotten when its window ended, not before', async () => {
    await purgeCounts(server.db, server.clock.now() + 365 * 86_400_000)
    await take(server, limit)
    const rows = () => server.db.select().from(limitCounts)
    expect(JSON.stringify(await rows())).not.toContain('example.org')
    await purgeCounts(server.db, server.clock.now() + 59_999)
    expect(await rows()).toHaveLength(1)
    await purgeCounts(server.db, server.clock.now() + 60_000)
    expect(await rows()).toEqual([])
  })
})
