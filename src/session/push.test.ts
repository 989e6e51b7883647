import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DeviceId } from '#domain/lib/ids.ts'
import { PROTOCOL_HEADER, PROTOCOL_VERSION, USER_HEADER } from '#domain/protocol/headers.ts'
import { sampleId, sampleUser } from '#domain/testing/samples.ts'
import { forgetPush, rememberUser } from '#src/data/device-store.ts'
import { readPushNotes } from '#src/data/push-notes.ts'
import { USER } from '#src/testing/device.ts'
import { PATIENTLY } from '#tests/support/wait.ts'
import { endPush, keepPush, type PushOwner, usePush } from './push.ts'

/** Web Locks are the same in Node as in a page. */
const { locks } = navigator

const ADDRESS = 'https://push.example/1'
const owner: PushOwner = { userId: USER, device: { id: sampleId<DeviceId>(900), name: 'Phone' } }

/** The server: the endpoints it knows, whether its answers to PUT arrive, and what such an answer waits for. */
let known: Set<string>
let losesAnswers: boolean
let answering: Promise<void>
let isSubscribed: boolean

beforeEach(async () => {
  known = new Set()
  losesAnswers = false
  answering = Promise.resolve()
  isSubscribed = false
  vi.stubGlobal('navigator', { locks, serviceWorker: browser() })
  vi.stubGlobal('fetch', answer)
  usePush.setState({ state: null, isBusy: false, endpoint: null })
  await forgetPush()
  await rememberUser(sampleUser({ id: USER }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function browser() {
  const subscription = {
    toJSON: () => ({ endpoint: ADDRESS, keys: { p256dh: 'p', auth: 'a' } }),
    async unsubscribe() {
      isSubscribed = false
      return true
    },
  }
  const pushManager = {
    getSubscription: async () => (isSubscribed ? subscription : null),
    async subscribe() {
      isSubscribed = true
      return subscription
    },
  }
  return { getRegistration: async () => ({ active: {}, pushManager }) }
}

async function answer(path: string, { method, body }: RequestInit): Promise<Response> {
  const says = (status: number, value?: unknown) =>
    new Response(value === undefined ? null : JSON.stringify(value), {
      status,
      headers: {
        'content-type': 'application/json',
        [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
        [USER_HEADER]: USER,
      },
    })
  if (path === '/api/push/key') return says(200, { key: 'AQID' })
  if (method === 'GET') return says(200, { devices: [] })
  const { endpoint } = JSON.parse(String(body))
  if (method === 'DELETE') return says(known.delete(endpoint) ? 204 : 404)
  known.add(endpoint)
  await answering
  if (losesAnswers) throw new TypeError('Failed to fetch')
  return says(200, { devices: [] })
}

it('R4.3 reminders switched off while they are being set up for the first time are off afterwards', async () => {
  let go = () => {}
  answering = new Promise((resolve) => {
    go = resolve
  })
  const keeping = keepPush(owner)
  await vi.waitUntil(() => known.size > 0)
  const ending = endPush(owner)
  await vi.waitFor(() => expect(usePush.getState().isBusy).toBe(false), PATIENTLY)
  go()
  await Promise.all([keeping, ending])
  expect([...known]).toEqual([])
  expect(isSubscribed).toBe(false)
  expect((await readPushNotes()).here).toBeNull()
  expect(usePush.getState()).toMatchObject({ state: null, endpoint: null })
})

it('R4.3 reminders switched off end a subscription too of which the server’s answer was lost', async () => {
  losesAnswers = true
  await keepPush(owner)
  expect([isSubscribed, (await readPushNotes()).here]).toEqual([true, null])
  await endPush(owner)
  expect(isSubscribed).toBe(false)
})
