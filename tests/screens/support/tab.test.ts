import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '#server/testing/app.ts'
import { type Device, newDevice } from './device.ts'
import { ORIGIN } from './network.ts'
import { Tab } from './tab.ts'
import { task } from './task.ts'

/** Pages that the server draws, which need neither the app nor, with this network, a server. */
const [LOGIN, LOGOUT, CONSENT] = ['/api/login', '/api/logout', '/consent'] as const

let device: Device
let tab: Tab
let asked: string[]
let logoutAnswer: PromiseWithResolvers<void>

beforeEach(async () => {
  asked = []
  logoutAnswer = Promise.withResolvers()
  device = newDevice({} as TestApp, {
    problem: (line) => {
      throw new Error(line)
    },
  })
  device.network.route('**', async (route) => {
    const { pathname } = new URL(route.request().url())
    asked.push(pathname)
    if (pathname === LOGOUT) await logoutAnswer.promise
    await route.fulfill({ contentType: 'text/html', body: `<title>${pathname}</title>` })
  })
  tab = new Tab(device)
  await tab.goto(LOGIN)
})

afterEach(() => {
  tab.close()
  device.end()
})

/** Makes the page ask for the sign-out, which is answered only when the test says so. */
async function leaveForLogout(): Promise<void> {
  await tab.evaluate(() => location.assign('/api/logout'))
  await expect.poll(() => asked).toContain(LOGOUT)
}

describe('the newest navigation of a tab wins', () => {
  it.each([
    ['comes later', () => logoutAnswer.resolve()],
    ['never comes', () => logoutAnswer.reject(new TypeError('Failed to fetch'))],
  ])('over one whose answer %s', async (_, end) => {
    await leaveForLogout()
    await tab.goto(CONSENT)
    end()
    await tab.settled()
    expect(tab.url()).toBe(`${ORIGIN}${CONSENT}`)
  })

  it('over one of the page that has not begun', async () => {
    logoutAnswer.resolve()
    const assign = await tab.evaluateHandle(() => () => location.assign('/api/logout'))
    await assign.evaluate((go) => go())
    await tab.goto(CONSENT)
    await tab.settled()
    expect(tab.url()).toBe(`${ORIGIN}${CONSENT}`)
    expect(asked).toEqual([LOGIN, CONSENT])
  })

  it('also where the page chose both', async () => {
    logoutAnswer.resolve()
    await tab.evaluate(() => {
      location.assign('/api/logout')
      location.assign('/consent')
    })
    await tab.settled()
    expect(tab.url()).toBe(`${ORIGIN}${CONSENT}`)
    expect(asked).toEqual([LOGIN, CONSENT])
  })

  it('over what the script of a page does that was left', async () => {
    logoutAnswer.resolve()
    const assign = await tab.evaluateHandle(() => () => location.assign('/api/logout'))
    await tab.goto(CONSENT)
    await assign.evaluate((go) => go())
    await tab.settled()
    expect(tab.url()).toBe(`${ORIGIN}${CONSENT}`)
    expect(asked).toEqual([LOGIN, CONSENT])
  })
})

it('the script of a page that was left sends nothing more', async () => {
  const send = await tab.evaluateHandle(() => () => void fetch('/api/logout'))
  await tab.goto(CONSENT)
  await send.evaluate((go) => go())
  await tab.evaluate(() => fetch('/api/login'))
  expect(asked).toEqual([LOGIN, CONSENT, LOGIN])
})

it('a tab closed on its way loads nothing more', async () => {
  await leaveForLogout()
  tab.close()
  logoutAnswer.resolve()
  await tab.settled()
  expect(() => tab.url()).toThrow('The tab is empty')
})

it('between two pages a tab waits for the next one', async () => {
  await leaveForLogout()
  const arrived = Promise.all([tab.evaluate(() => document.title), tab.waitForURL(`**${LOGOUT}`)])
  // By then both have looked.
  await task()
  logoutAnswer.resolve()
  expect((await arrived)[0]).toBe(LOGOUT)
})
