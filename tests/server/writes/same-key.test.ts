import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { type Account, type Call, signUp } from '../support/account.ts'
import { DATABASE, type ServerDatabase, serverDatabase } from '../support/database.ts'

const TIMES = 20

let database: ServerDatabase
/** PostgreSQL serves two servers at once; PGlite belongs to one. */
let servers: AppServer[] = []
let account: Account
beforeAll(async () => {
  database = await serverDatabase()
  const start = () => startAppServer({ environment: database.environment, needsClient: false })
  servers = await Promise.all(DATABASE === 'PostgreSQL' ? [start(), start()] : [start()])
  account = await signUp(servers[0] as AppServer)
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database?.drop()
})

/** Sends all of them at the same time, spread over the servers. */
const atOnce = <T>(items: readonly T[], send: (item: T, from: AppServer) => Promise<string>) =>
  Promise.all(items.map((item, index) => send(item, servers[index % servers.length] as AppServer)))

const twenty = <T>(item: T): T[] => Array.from({ length: TIMES }, () => item)

/** Returns everything a client can see of an answer: equal text means equal answers. */
const asked = async ({ method, path, body, key }: Call, from: AppServer): Promise<string> => {
  const { status, text, seq } = await account.request(method, path, { body, key, from })
  return `${status} ${seq} ${text}`
}

const medication = () => ({
  name: `Metformin ${randomUUID()}`,
  dosage: '500 mg',
  frequency: 'daily',
  reminderTimes: ['08:00'],
})

const add = (): Call => ({
  key: randomUUID(),
  method: 'POST',
  path: '/api/medications',
  body: medication(),
})

async function added(): Promise<string> {
  const { text } = await account.request('POST', '/api/medications', { body: medication() })
  return (JSON.parse(text) as { id: string }).id
}

function dose(medicationId: string): Call {
  const at = new Date().toISOString()
  const body = {
    id: randomUUID(),
    medicationId,
    kind: 'taken',
    at,
    loggedAt: at,
    deviceId: randomUUID(),
    deviceName: 'Phone',
    snapshot: { name: 'Metformin', dosage: '500 mg' },
  }
  return { key: randomUUID(), method: 'POST', path: '/api/doses', body }
}

const calls: [string, () => Promise<Call>][] = [
  ['a dose', async () => dose(await added())],
  ['a medication without an id', async () => add()],
  [
    'an edit',
    async () => ({
      key: randomUUID(),
      method: 'PATCH',
      path: `/api/medications/${await added()}`,
      body: { instructions: 'With water' },
    }),
  ],
  ['a deletion', async () => ({ key: randomUUID(), method: 'DELETE', path: `/api/medications/${await added()}` })],
]

const where = DATABASE === 'PostgreSQL' ? 'through two servers on PostgreSQL' : `on ${DATABASE}`

describe(`${TIMES} requests with one key at once, ${where}`, () => {
  it.each(calls)('S2.2 %s has one effect and as many equal answers', async (_name, make) => {
    const call = await make()
    const before = await account.seq()
    const answers = await atOnce(twenty(call), asked)
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(new RegExp(`^20[01] ${before + 1} `))
    expect(await account.seq()).toBe(before + 1)
  })

  it('S2.2 a batch of three has three effects and as many equal answers', async () => {
    const id = await added()
    const batch = [dose(id), add(), dose(id)]
    const before = await account.seq()
    const answers = await atOnce(twenty(batch), async (three, from) => JSON.stringify(await account.send(three, from)))
    expect(new Set(answers).size).toBe(1)
    const results = JSON.parse(answers[0] ?? '') as { status: number; seq: number }[]
    expect(results.map(({ status, seq }) => [status, seq])).toEqual([1, 2, 3].map((step) => [201, before + step]))
    expect(await account.seq()).toBe(before + 3)
  })

  it('S2.3 two bodies racing for one key: one of them wins every time, the other is refused with 422', async () => {
    const key = randomUUID()
    const contents = [medication(), medication()]
    const before = await account.seq()
    const bodies = twenty(contents).map((pair, index) => pair[index % 4 < 2 ? 0 : 1] as (typeof contents)[0])
    const answers = await atOnce(bodies, async (body, from) =>
      asked({ key, method: 'POST', path: '/api/medications', body }, from),
    )
    const answersTo = (body: unknown) => new Set(answers.filter((_, index) => bodies[index] === body))
    const both = contents.map((body) => [...answersTo(body)])
    expect(both.map(({ length }) => length)).toEqual([1, 1])
    const [[refusal = '', ...none], [success]] = both.toSorted((a, b) => String(b[0]).localeCompare(String(a[0]))) as [
      string[],
      string[],
    ]
    expect(none).toEqual([])
    expect(refusal).toMatch(/^422 \d+ .*"key_reused"/)
    expect(success).toMatch(new RegExp(`^201 ${before + 1} `))
    expect(await account.seq()).toBe(before + 1)
  })

  it('S2.3 the same key with another body, sent afterwards, is refused with 422 by every server', async () => {
    const call = add()
    await asked(call, servers[0] as AppServer)
    const before = await account.seq()
    const other = { ...call, body: { ...call.body, dosage: '1000 mg' } }
    const answers = await atOnce(twenty(other), asked)
    for (const answer of answers) expect(answer).toMatch(/^422 \d+ .*"key_reused"/)
    expect(await account.seq()).toBe(before)
  })
})
