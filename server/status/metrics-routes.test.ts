import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { type TestApp, type TestAppOptions, testApp } from '../testing/app.ts'
import { valueIn } from '../testing/metrics.ts'
import { asAdult } from '../testing/people.ts'
import { asSubscriber, reminderFixture } from '../testing/reminders.ts'
import { medications } from '../testing/tables.ts'
import { addMedication, send } from '../testing/writes.ts'

const TOKEN = 'a-token-of-this-server'

let servers: TestApp[] = []
async function start(options: TestAppOptions = {}): Promise<TestApp> {
  const server = await testApp(options)
  servers.push(server)
  return server
}
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

async function scrape(server: TestApp): Promise<string> {
  const answer = await server.inject('/api/metrics')
  expect(answer.statusCode).toBe(200)
  return answer.body
}

describe('GET /api/metrics', () => {
  it('is for this machine alone where no token is set', async () => {
    const server = await start()
    const from = async (remoteAddress: string) =>
      (await server.inject({ url: '/api/metrics', remoteAddress })).statusCode
    expect([await from('127.0.0.1'), await from('::1'), await from('::ffff:127.0.0.1')]).toEqual([200, 200, 200])
    expect([await from('10.0.0.7'), await from('::ffff:10.0.0.7'), await from('2001:db8::1')]).toEqual([404, 404, 404])
  })

  it('is for nobody where there is a public address and no token: behind a proxy everybody comes from this machine', async () => {
    const server = await start({ environment: { PUBLIC_URL: 'https://dosewell.example' } })
    expect((await server.inject('/api/metrics')).json()).toMatchObject({ code: 'not_found' })
  })

  it('with a token is for whoever has it, and for nobody else', async () => {
    const server = await start({
      environment: { PUBLIC_URL: 'https://dosewell.example', METRICS_TOKEN: TOKEN },
    })
    const ask = (authorization?: string) =>
      server.inject({ url: '/api/metrics', headers: authorization ? { authorization } : {} })
    const refused = await ask()
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    for (const wrong of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN])
      expect((await ask(wrong)).statusCode).toBe(401)
    const answer = await ask(`Bearer ${TOKEN}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  })

  it('counts requests by route, method and status, and never by address', async () => {
    const server = await start()
    const ada = await asAdult(server, 'ada@example.org')
    const { id } = await addMedication(ada, { name: 'Metformin' })
    for (const dosage of ['1 g', '2 g']) await send(ada, 'PATCH', `/api/medications/${id}`, { dosage })
    await ada.inject('/api/nothing/of/metformin?voice=metformin')
    await server.inject({ method: 'PROPFIND' as 'GET', url: '/api/medications' })
    const text = await scrape(server)
    const requests = (labels: string) => valueIn(text, `dosewell_http_requests_total{${labels}}`)
    expect(requests('method="PATCH",route="/api/medications/:id",status="200"')).toBe(2)
    expect(requests('method="GET",route="(none)",status="404"')).toBe(1)
    expect(requests('method="(other)",route="(none)",status="404"')).toBe(1)
    const took = 'dosewell_http_request_duration_seconds_count{method="PATCH",route="/api/medications/:id"}'
    expect(valueIn(text, took)).toBe(2)
    for (const word of [id, ada.user.id, 'ada@example.org', 'etformin', 'PROPFIND']) expect(text).not.toContain(word)
  })

  it('R8.6 says of how many accounts something is set aside, by kind, and of nobody', async () => {
    const stage = await reminderFixture()
    servers.push(stage.server)
    const ada = await asSubscriber(stage)
    const { id } = await addMedication(ada, { name: 'Metformin', reminderTimes: ['08:00'] })
    await stage.server.db.update(medications).set({ record: sql`'{"name": "Metformin"}'` })
    await stage.at('8:00')
    const text = await scrape(stage.server)
    expect(valueIn(text, 'dosewell_accounts_set_aside{kind="schedule"}')).toBe(1)
    expect(valueIn(text, 'dosewell_accounts_set_aside{kind="reminder"}')).toBe(0)
    expect(valueIn(text, 'dosewell_row_faults_total{kind="schedule"}')).toBe(1)
    for (const word of [id, ada.user.id, 'Metformin']) expect(text).not.toContain(word)
  })

  it('counts open streams, and leaves their length out of the durations', async () => {
    const server = await start()
    const ada = await asAdult(server, 'ada@example.org')
    const open = async () => valueIn(await scrape(server), 'dosewell_sync_streams')
    expect(await open()).toBe(0)
    const answer = await server.app.inject({
      url: '/api/events',
      headers: { cookie: ada.cookie },
      payloadAsStream: true,
    })
    expect(await open()).toBe(1)
    answer.stream().resume()
    await ada.inject({ url: '/api/logout', headers: { 'sec-fetch-site': 'same-origin' } })
    await until(async () => (await open()) === 0)
    expect(await scrape(server)).not.toMatch(/duration_seconds_count\{[^}]*events/)
  })

  it('says that the database is down while it refuses, and answers all the same', async () => {
    const server = await start()
    const up = async () => valueIn(await scrape(server), 'dosewell_database_up')
    expect(await up()).toBe(1)
    const broken = vi.spyOn(server.db, 'execute').mockRejectedValue(new Error('gone'))
    server.clock.advance(5_000)
    const text = await scrape(server)
    expect(valueIn(text, 'dosewell_database_up')).toBe(0)
    expect(valueIn(text, 'dosewell_queue_depth{queue="pushes"}')).toBeUndefined()
    expect(valueIn(text, 'dosewell_reminders_behind_seconds')).toBeNaN()
    broken.mockRestore()
    server.clock.advance(5_000)
    expect(await up()).toBe(1)
  })

  it('does not wait for a database that hangs, and asks it only one thing at a time', async () => {
    const server = await start()
    const answer = Promise.withResolvers<never>()
    const hanging = vi.spyOn(server.db, 'execute').mockReturnValue(answer.promise as never)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (let time = 0; time < 2; time += 1) {
      const asked = server.inject('/api/metrics')
      await until(() => vi.getTimerCount() > 0)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(valueIn((await asked).body, 'dosewell_database_up')).toBe(0)
    }
    expect(hanging).toHaveBeenCalledTimes(1)
    answer.reject(new Error('gone at last'))
  })

  it('asks the database no more than every five seconds, however often it is asked', async () => {
    const server = await start()
    await scrape(server)
    const asked = vi.spyOn(server.db, 'execute')
    await scrape(server)
    expect(asked).not.toHaveBeenCalled()
    server.clock.advance(5_000)
    await scrape(server)
    expect(asked).toHaveBeenCalled()
  })

  it('says what of the reminders is due, how far behind the sending is, and how late what was sent went out', async () => {
    const stage = await reminderFixture()
    servers.push(stage.server)
    const ada = await asSubscriber(stage, 'phone')
    await addMedication(ada, { name: 'Metformin', reminderTimes: ['08:00'] })
    await stage.at('7:59')
    expect(valueIn(await scrape(stage.server), 'dosewell_reminders_behind_seconds')).toBe(0)
    stage.push.answer = () => ({ kind: 'again', status: 503, retryAfter: 120_000 })
    await stage.at('8:00')
    const waiting = await scrape(stage.server)
    expect(valueIn(waiting, 'dosewell_queue_depth{queue="pushes"}')).toBe(1)
    expect(valueIn(waiting, 'dosewell_push_attempts_total{kind="reminder",result="again"}')).toBe(1)
    stage.clock.advance(150_000)
    expect(valueIn(await scrape(stage.server), 'dosewell_reminders_behind_seconds')).toBe(30)
    stage.push.answer = null
    await stage.at('8:03')
    const sent = await scrape(stage.server)
    expect(valueIn(sent, 'dosewell_push_attempts_total{kind="reminder",result="delivered"}')).toBe(1)
    expect(valueIn(sent, 'dosewell_reminder_lateness_seconds_sum')).toBe(180)
    expect(valueIn(sent, 'dosewell_queue_depth{queue="pushes"}')).toBe(0)
    expect(stage.faults).toEqual([])
  })
})
