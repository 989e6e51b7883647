import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { sampleId, sampleUser } from '#domain/testing/samples.ts'
import { createDatabase } from '#src/data/database.ts'
import { databaseName } from '#src/data/database-names.ts'
import { forgetUser, isLogoutPending, readKnownUser, rememberUser, setLogoutPending } from '#src/data/device-store.ts'
import { redirectUnread, type TestPage, testPage } from '#src/testing/page.ts'
import { PATIENTLY } from '#tests/support/wait.ts'
import { useAuth } from './auth.ts'
import { startAgain, startAuth } from './start-auth.ts'

const ADA = sampleUser()
const LOGOUT = 'GET /api/logout'
const WHO = 'GET /api/auth/user'

/** The old cookie is still valid: anyone who asks is told that this is Ada. */
const ada = async () => new Response(JSON.stringify(ADA), { headers: { 'content-type': 'application/json' } })

let page: TestPage
beforeEach(async () => {
  page = testPage()
  useAuth.setState({ status: 'loading', user: null })
  await forgetUser()
  await setLogoutPending(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function signedOutByServer(): Promise<Response> {
  page.cookie = `signed_out=${ADA.id}`
  return redirectUnread()
}

const whoIsShown = () => useAuth.getState().status

describe('a sign-out that the server has not answered', () => {
  it.each([
    ['a proxy’s 502', () => new Response('', { status: 502 })],
    ['a 503', () => new Response('', { status: 503 })],
    ['a 429', () => new Response('', { status: 429 })],
    ['a refusal', () => new Response('', { status: 403 })],
    ['the page of a captive portal', () => new Response('<html>', { status: 200 })],
    ['the redirect of a proxy that wants a sign-in of its own', redirectUnread],
  ])('is still owed after %s, and nobody is shown as signed in', async (_what, answer) => {
    page.network = (path) => (path === '/api/logout' ? Promise.resolve(answer()) : ada())
    await startAuth()
    expect(page.asked).toContain(LOGOUT)
    expect(await isLogoutPending()).toBe(true)
    expect(whoIsShown()).toBe('signed-out')
    expect(page.asked).not.toContain(WHO)
  })

  it.each(['focus', 'online'])('is not undone by %s, which tries it again', async (event) => {
    page.network = (path) => (path === '/api/logout' ? Promise.reject(new TypeError('no network')) : ada())
    await startAuth()
    expect(whoIsShown()).toBe('signed-out')
    page.asked.length = 0
    page.fire(event)
    await vi.waitFor(() => expect(page.asked).toContain(LOGOUT), PATIENTLY)
    await vi.waitFor(async () => expect(await isLogoutPending()).toBe(true), PATIENTLY)
    expect(page.asked).not.toContain(WHO)
    expect(whoIsShown()).toBe('signed-out')

    page.network = signedOutByServer
    page.fire(event)
    await vi.waitFor(async () => expect(await isLogoutPending()).toBe(false), PATIENTLY)
  })

  it('is settled by the server’s own redirect, which comes with its cookie', async () => {
    page.network = signedOutByServer
    await startAuth()
    expect(page.asked[0]).toBe(LOGOUT)
    expect(await isLogoutPending()).toBe(false)
    expect(whoIsShown()).toBe('signed-out')
  })

  it('was answered, says the cookie, and is not asked for again', async () => {
    page.cookie = 'signed_out=somebody'
    page.network = async () => new Response('', { status: 401 })
    await startAuth()
    expect(page.asked).toEqual([WHO])
    expect(await isLogoutPending()).toBe(false)
  })

  it('ends no session that was begun since', async () => {
    page.cookie = `signed_in=${ADA.id}`
    page.network = ada
    await startAuth()
    expect(page.asked).toEqual([WHO])
    expect(await isLogoutPending()).toBe(false)
    expect(whoIsShown()).toBe('signed-in')
    expect(page.cookie).toBe('')
  })

  it('takes no user from an answer that was on its way', async () => {
    await setLogoutPending(false)
    await rememberUser(ADA)
    let arrive = (_answer: Response) => {}
    page.network = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    const starting = startAuth()
    await vi.waitFor(() => expect(page.asked).toEqual([WHO]), PATIENTLY)
    await setLogoutPending(true)
    await forgetUser()
    arrive(await ada())
    await starting
    expect(whoIsShown()).toBe('signed-out')
    expect(await readKnownUser()).toBeNull()
  })

  it('leaves nothing of the person in web storage, where the worker cannot reach', async () => {
    for (const key of ['notifications-enabled', 'app-lock', 'theme']) page.localStorage.set(key, '1')
    page.sessionStorage.set('draft', 'Secretine')
    await startAuth()
    expect([...page.localStorage.keys()]).toEqual(['theme'])
    expect(page.sessionStorage.size).toBe(0)
  })
})

describe('a session begun on a device that knows somebody', () => {
  const gwen = sampleUser({ id: sampleId<UserId>(71), email: 'gwen@example.org' })
  const shown: string[] = []
  let stop = () => {}
  beforeEach(async () => {
    await setLogoutPending(false)
    await rememberUser(ADA)
    shown.length = 0
    stop = useAuth.subscribe(({ user }) => void (user && shown.push(user.id)))
  })
  afterEach(() => stop())

  it('never shows them when it is somebody else’s, and leaves their database alone', async () => {
    await createDatabase(ADA.id)
      .open()
      .then((db) => db.close())
    page.cookie = `signed_in=${gwen.id}`
    page.network = async () => new Response(JSON.stringify(gwen), { headers: { 'content-type': 'application/json' } })
    await startAuth()
    expect(shown).toEqual([gwen.id])
    expect(await Dexie.exists(databaseName(ADA.id))).toBe(true)
  })

  it('shows nobody when the server cannot say who it is', async () => {
    page.cookie = `signed_in=${gwen.id}`
    await startAuth()
    expect(shown).toEqual([])
    expect(whoIsShown()).toBe('signed-out')
  })

  it('shows them at once when it is theirs', async () => {
    page.cookie = `signed_in=${ADA.id}`
    await startAuth()
    expect(shown).toEqual([ADA.id])
  })
})

describe('a start that could not empty this device', () => {
  it.each(['focus', 'online'])('is begun anew by %s, and nobody is asked about before', async (event) => {
    page.cookie = 'signed_out=somebody'
    page.network = async () => new Response('', { status: 401 })
    const breaks = vi.spyOn(page.sessionStorage, 'clear').mockImplementationOnce(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    await setLogoutPending(false)
    await rememberUser(ADA)
    await startAuth()
    expect(breaks).toHaveBeenCalledOnce()
    expect(useAuth.getState()).toEqual({ status: 'unknown', user: null, fault: 'unavailable' })
    expect(page.asked).toEqual([])
    page.fire(event)
    await vi.waitFor(() => expect(whoIsShown()).toBe('signed-out'), PATIENTLY)
    expect(await readKnownUser()).toBeNull()
  })
})

describe('a start whose device store fails', () => {
  it('says so, and begins anew when it is asked to', async () => {
    // The store keeps its connection for the other tests, so this start has to find a broken one.
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store.', 'UnknownError')
    })
    page.network = async () => new Response('', { status: 401 })
    await startAuth()
    expect(useAuth.getState()).toEqual({ status: 'unknown', user: null, fault: 'failed' })
    expect(page.asked).toEqual([])
    vi.restoreAllMocks()
    await startAgain()
    expect(whoIsShown()).toBe('signed-out')
  })

  it('shows a visitor what everybody may see', async () => {
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('Denied.', 'SecurityError')
    })
    vi.spyOn(document, 'querySelector').mockReturnValue({ content: 'none' } as HTMLMetaElement)
    await startAuth()
    expect(whoIsShown()).toBe('signed-out')
  })

  it('says that it does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValue({} as IDBRequest)
    void startAuth()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(useAuth.getState()).toEqual({ status: 'unknown', user: null, fault: 'slow' })
    vi.restoreAllMocks()
    vi.useRealTimers()
    await startAgain()
    expect(whoIsShown()).toBe('signed-out')
  })
})

describe('two questions about who is here', () => {
  it('that are answered in the wrong order leave the later one’s answer', async () => {
    await setLogoutPending(false)
    await rememberUser(ADA)
    const answers: ((answer: Response) => void)[] = []
    page.network = () => new Promise((resolve) => void answers.push(resolve))
    const starting = startAuth()
    await vi.waitFor(() => expect(answers).toHaveLength(1), PATIENTLY)
    page.fire('focus')
    await vi.waitFor(() => expect(answers).toHaveLength(2), PATIENTLY)
    answers[1]?.(new Response('', { status: 401 }))
    await vi.waitFor(() => expect(whoIsShown()).toBe('signed-out'), PATIENTLY)
    answers[0]?.(await ada())
    await starting
    expect(whoIsShown()).toBe('signed-out')
    expect(await readKnownUser()).toBeNull()
  })
})
