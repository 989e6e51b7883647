// On both databases: LISTEN and NOTIFY.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HEARTBEAT_MS } from '#domain/protocol/events.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { until } from '#tests/support/wait.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asConsentedMinor, press } from '../testing/minors.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addPerson, on, share } from '../testing/people-of.ts'
import { addMedication, send } from '../testing/writes.ts'

let server: TestApp
let ada: Person
let bob: Person
let mia: ListedPerson
beforeEach(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  bob = await asAdult(server, 'bob@example.org')
  mia = await addPerson(ada)
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

interface Listening {
  text: string
  ended: boolean
}

async function listen(account: Person, url = '/api/events'): Promise<Listening> {
  const answer = await server.inject({ url, headers: { cookie: account.cookie }, payloadAsStream: true })
  if (answer.statusCode !== 200) throw new Error(`listening answered ${answer.statusCode}`)
  const heard: Listening = { text: '', ended: false }
  const stream = answer.stream()
  stream.on('data', (chunk) => {
    heard.text += String(chunk)
  })
  stream.on('end', () => {
    heard.ended = true
  })
  await until(() => heard.text.includes('event: versions'), { what: 'the first versions' })
  return heard
}

const about = ({ id }: { id: string }) => `/api/events?person=${id}`
const said = ({ text }: Listening) => text.split('event: versions').length - 1

describe('change notifications of a person', () => {
  it('reach everybody who may see them, and say nothing of anybody else', async () => {
    await share(ada, mia, bob, 'view')
    const [owner, helper, own] = [await listen(ada, about(mia)), await listen(bob, about(mia)), await listen(bob)]
    const before = said(own)
    await addMedication(on(ada, mia))
    await until(() => said(owner) === 2 && said(helper) === 2, { what: 'the notification of the new medication' })
    expect(helper.text).toContain(`"user":"${mia.id}"`)
    expect(helper.text).not.toContain(ada.user.id)
    expect(said(own)).toBe(before)
  })

  it.each(['owner', 'helper'])('S14.5 end at once when the %s ends the sharing, and only these', async (who) => {
    const id = await share(ada, mia, bob, 'help')
    const [owner, helper, own] = [await listen(ada, about(mia)), await listen(bob, about(mia)), await listen(bob)]
    const before = said(own)
    await send(who === 'owner' ? ada : bob, 'DELETE', `/api/grants/${id}`)
    await until(() => helper.ended && said(own) > before, { what: 'the end, and word to the account' })
    expect([owner.ended, own.ended]).toEqual([false, false])
  })

  it('S14.5 end with the next heartbeat when the time of the sharing is over', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await server.restart()
    await share(ada, mia, bob, 'view', { expiresAt: new Date(server.clock.now() + 60_000).toISOString() })
    const [owner, helper] = [await listen(ada, about(mia)), await listen(bob, about(mia))]
    server.clock.advance(60_000)
    vi.advanceTimersByTime(HEARTBEAT_MS)
    await until(() => helper.ended && said(owner) > 1, { what: 'the end of one and the heartbeat of the other' })
    expect(owner.ended).toBe(false)
  })

  it('end when the person is deleted', async () => {
    await share(ada, mia, bob, 'help')
    const [owner, helper] = [await listen(ada, about(mia)), await listen(bob, about(mia))]
    await send(ada, 'DELETE', `/api/people/${mia.id}`)
    await until(() => owner.ended && helper.ended, { what: 'the end of both' })
  })

  it('S14.8 of everybody leave out who is withheld', async () => {
    const { minor, token } = await asConsentedMinor(server, 'teen@example.org')
    await share(minor, minor.user, bob, 'view')
    const before = await listen(bob, '/api/events?everyone=1')
    await until(() => before.text.includes(minor.user.id), { what: 'the versions of the minor' })
    await press(server, token, 'withdraw')
    await until(() => before.ended, { what: 'the end' })
    const after = await listen(bob, '/api/events?everyone=1')
    await send(bob, 'PATCH', '/api/user/profile', { firstName: 'Bob' })
    await until(() => said(after) > 1, { what: 'word of the own change' })
    expect(after.text).not.toContain(minor.user.id)
  })

  it('end with the session that listens', async () => {
    await share(ada, mia, bob, 'help')
    const [owner, helper] = [await listen(ada, about(mia)), await listen(bob, about(mia))]
    await bob.inject({ url: '/api/logout', headers: { 'sec-fetch-site': 'same-origin' } })
    await until(() => helper.ended, { what: 'the end' })
    expect(owner.ended).toBe(false)
  })
})

it('ten tabs of a helper keep nobody else from listening', async () => {
  await share(ada, mia, bob, 'view')
  for (let n = 0; n < 10; n += 1) await listen(bob, about(mia))
  const eleventh = await server.inject({ url: about(mia), headers: { cookie: bob.cookie } })
  expect(eleventh.statusCode).toBe(429)
  expect((await listen(ada, about(mia))).ended).toBe(false)
})
