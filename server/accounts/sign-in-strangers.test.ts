import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { cookieName } from '../http/cookies.ts'
import { unsubscribeToken } from '../mail/unsubscribe.ts'
import { type TestApp, testApp } from '../testing/app.ts'

/** A thousand requests, on a machine that may be busy. */
vi.setConfig({ testTimeout: 90_000 })

const OWNER = 'owner@example.org'

let server: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  server = await testApp({ environment: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: 'on' } })
  server.clock.set(Date.now())
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

/** Codes use the machine's clock, limits the server's. */
function letPass(ms: number): void {
  server.clock.advance(ms)
  vi.setSystemTime(server.clock.now())
}

let networks = 0
/** Returns a new network each time, alternating between IPv4 and IPv6. */
const newNetwork = (): string => {
  networks += 1
  const [high, low] = [networks >> 8, networks & 255]
  return networks % 2 === 0 ? `10.0.${high}.${low}` : `2001:db8:${networks.toString(16)}:1::7`
}

/** What a browser remembers, and its network. */
interface Browser {
  network: string
  cookies: Map<string, string>
}
const newBrowser = (network = newNetwork()): Browser => ({ network, cookies: new Map() })

async function appointment(
  browser: Browser,
  url: string,
  fields?: Record<string, string>,
): Promise<LightMyRequestResponse> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'x-forwarded-for': browser.network, 'sec-fetch-site': 'same-origin' }
  const answer = await server.inject(
    fields === undefined
      ? { url, headers }
      : {
          method: 'POST',
          url,
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams(fields).toString(),
        },
  )
  for (const { name, value } of answer.cookies) {
    if (value === '') browser.cookies.delete(name)
    else browser.cookies.set(name, value)
  }
  return answer
}

const ask = (browser: Browser, email = OWNER) => appointment(browser, '/api/login', { email })
const type = (browser: Browser, code: string) => appointment(browser, '/api/login/code', { code })
const isSignedIn = async (browser: Browser) => (await appointment(browser, '/api/auth/user')).statusCode === 200

const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email)
const SHORT = /\b\d{6}\b/
const LONG = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/
/** Returns the newest code of this kind in the mailbox. */
function newest(kind: RegExp, email = OWNER): string {
  const mail = mailsTo(email).findLast(({ text }) => kind.test(text))
  return kind.exec(mail?.text ?? '')?.[0] ?? 'none'
}

async function signIn(browser: Browser, email = OWNER): Promise<void> {
  expect((await ask(browser, email)).statusCode).toBe(303)
  expect((await type(browser, newest(SHORT, email))).statusCode).toBe(303)
  expect(await isSignedIn(browser)).toBe(true)
}

const inTurns = async (count: number, work: (turn: number) => Promise<unknown>): Promise<void> => {
  for (let turn = 0; turn < count; turn += 20) {
    await Promise.all(Array.from({ length: Math.min(20, count - turn) }, (_, n) => work(turn + n)))
  }
}

/** Requests codes and guesses, each time from another network. Returns the number of guesses that were checked. */
async function attack(requests: number): Promise<{ guesses: number }> {
  let guesses = 0
  await inTurns(requests / 5, async () => {
    const stranger = newBrowser()
    await ask(stranger)
    for (let guess = 0; guess < 4; guess += 1) {
      stranger.network = newNetwork()
      const answer = await type(stranger, String(100_000 + guess))
      if (/doesn’t match|tried too often/.test(answer.body)) guesses += 1
    }
  })
  return { guesses }
}

describe('a thousand requests of strangers from changing networks', () => {
  it('keep the owner out of nothing: not where a code is waiting, not where they were signed in, not on a new device', async () => {
    const waiting = newBrowser()
    const known = newBrowser()
    await signIn(known)
    await appointment(known, '/api/logout')
    await ask(waiting)
    const code = newest(SHORT)
    const before = mailsTo(OWNER).length

    const { guesses } = await attack(1000)
    // At most a day's short codes, with four guesses each.
    expect(guesses).toBeGreaterThan(0)
    expect(guesses).toBeLessThanOrEqual(8 * 4)
    expect(mailsTo(OWNER).length - before).toBeLessThanOrEqual(8)

    const fresh = newBrowser()
    expect((await ask(fresh)).headers.location).toBe('/api/login/code')
    expect((await appointment(fresh, '/api/login/code')).body).toContain('“Your longer Dosewell code”')
    expect(mailsTo(OWNER).at(-1)?.subject).toBe('Your longer Dosewell code')
    expect((await type(fresh, newest(LONG).toLowerCase().replaceAll('-', ' '))).statusCode).toBe(303)
    expect(await isSignedIn(fresh)).toBe(true)

    expect((await type(waiting, code)).statusCode).toBe(303)
    expect(await isSignedIn(waiting)).toBe(true)

    await signIn(known)
  })

  it('keep nobody from another address', async () => {
    await attack(45)
    await signIn(newBrowser(), 'other@example.org')
  })
})

describe('strangers who go on for days', () => {
  it('fill no mailbox, guess too few codes, and at no hour keep out the owner on a new device', async () => {
    const [hours, every] = [51, 3]
    let guesses = 0
    let signIns = 0
    for (let hour = 0; hour < hours; hour += every) {
      guesses += (await attack(45)).guesses
      if (signIns * 7 <= hour) {
        const fresh = newBrowser()
        await ask(fresh)
        const kind = (await appointment(fresh, '/api/login/code')).body.includes('Six-digit code') ? SHORT : LONG
        expect((await type(fresh, newest(kind))).statusCode).toBe(303)
        signIns += 1
      }
      letPass(every * HOUR)
    }
    const days = Math.ceil(hours / 24)
    // Eight short codes a day, a long one every six hours, and one more for each that the owner used.
    expect(mailsTo(OWNER).length).toBeLessThanOrEqual(days * (8 + 4) + signIns)
    expect(guesses).toBeLessThanOrEqual(days * 8 * 5)
  })

  it('fill a mailbox no more by other spellings of its address, and keep out no account of them', async () => {
    const tagged = 'owner+dosewell@example.org'
    await signIn(newBrowser())
    await signIn(newBrowser(), tagged)
    const before = server.mails.length
    for (let turn = 0; turn < 40; turn += 1) await ask(newBrowser(), `Owner+${turn}@Example.org`)
    expect(server.mails.length - before).toBe(8 + 1)
    for (const email of [OWNER, tagged]) {
      const fresh = newBrowser()
      await ask(fresh, email)
      expect((await type(fresh, newest(LONG, email))).statusCode).toBe(303)
    }
  })

  it('are counted beyond a restart of the server', async () => {
    await attack(45)
    await server.restart()
    const sent = mailsTo(OWNER).length
    await attack(45)
    expect(mailsTo(OWNER)).toHaveLength(sent)
  })
})

describe('a code', () => {
  it('works in the browser alone that asked for it, and several browsers may wait at a time', async () => {
    const [one, other] = [newBrowser(), newBrowser()]
    await ask(one)
    const first = newest(SHORT)
    await ask(other)
    const second = newest(SHORT)
    // They are equal once in a million runs.
    expect(first).not.toBe(second)
    expect((await type(other, first)).statusCode).toBe(400)
    expect((await type(one, first)).statusCode).toBe(303)
    expect((await type(other, second)).statusCode).toBe(303)
  })

  it('is not used up by tries in other browsers', async () => {
    const [owner, stranger] = [newBrowser(), newBrowser()]
    await ask(stranger)
    await ask(owner)
    const code = newest(SHORT)
    for (let guess = 0; guess < 6; guess += 1) await type(stranger, String(200_000 + guess))
    expect((await type(owner, code)).statusCode).toBe(303)
  })

  it('of ten in ten minutes the person finds the last one: in the end a long one', async () => {
    const browser = newBrowser()
    const answers = []
    for (let time = 0; time < 11; time += 1) answers.push((await ask(browser)).statusCode)
    expect(answers).toEqual([...Array(10).fill(303), 429])
    expect(mailsTo(OWNER)).toHaveLength(9)
    // The latest six-digit code still works in this browser.
    expect((await type(browser, newest(SHORT))).statusCode).toBe(303)
  })

  it('that led to a sign-in does not count', async () => {
    for (let time = 0; time < 12; time += 1) await signIn(newBrowser())
    const known = newBrowser()
    for (let time = 0; time < 9; time += 1) await signIn(known)
  })

  it('whose mail could not be sent does not count', async () => {
    await server.close()
    let fails = true
    const mails: TestApp['mails'] = []
    const send = async (mail: TestApp['mails'][number]) => {
      if (fails) throw new Error('no connection')
      mails.push(mail)
    }
    server = await testApp({
      environment: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: 'on' },
      mailer: { destination: '', send },
    })
    for (let time = 0; time < 9; time += 1) expect((await ask(newBrowser())).statusCode).toBe(503)
    fails = false
    for (let time = 0; time < 8; time += 1) await ask(newBrowser())
    fails = true
    for (let time = 0; time < 2; time += 1) expect((await ask(newBrowser())).statusCode).toBe(503)
    fails = false
    await ask(newBrowser())
    expect(mails.map(({ text }) => LONG.test(text))).toEqual([...Array(8).fill(false), true])
  })
})

describe('a long code', () => {
  const used = async () => {
    await attack(45)
    const browser = newBrowser()
    await ask(browser)
    return { browser, code: newest(LONG) }
  }

  it('works once, for its address alone', async () => {
    const { browser, code } = await used()
    const other = newBrowser()
    await ask(other, 'other@example.org')
    expect((await type(other, code)).body).toContain('That code doesn’t match, or no longer works.')
    expect((await type(browser, code)).statusCode).toBe(303)
    const again = newBrowser()
    await ask(again)
    expect((await type(again, code)).statusCode).toBe(400)
    // Once used, it is followed by another one.
    expect(newest(LONG)).not.toBe(code)
    expect((await type(again, newest(LONG))).statusCode).toBe(303)
  })

  it('works for eight hours', async () => {
    const { code } = await used()
    letPass(8 * HOUR - MINUTE)
    const late = newBrowser()
    await ask(late)
    expect((await type(late, code)).statusCode).toBe(303)
  })

  it('does not work any more after that', async () => {
    const { code } = await used()
    letPass(8 * HOUR + 1000)
    const late = newBrowser()
    await ask(late)
    expect((await type(late, code)).statusCode).toBe(400)
  })

  it('is asked for by its own sentence, and what cannot be one costs no try', async () => {
    const { browser, code } = await used()
    for (let time = 0; time < 12; time += 1) {
      expect((await type(browser, '123456')).body).toContain('Enter the longer code from our newest email')
    }
    expect((await type(browser, code)).statusCode).toBe(303)
  })

  it('is in no table', async () => {
    const { code } = await used()
    const { rows } = (await server.db.execute(
      'select row_to_json(t)::text as row from verifications t',
    )) as unknown as { rows: { row: string }[] }
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

describe('what a browser remembers of who signed in', () => {
  const device = () => cookieName(server.config, 'device')

  it('is no key and no name, and outlives signing out', async () => {
    const browser = newBrowser()
    await signIn(browser)
    await appointment(browser, '/api/logout')
    const value = browser.cookies.get(device()) ?? ''
    expect(Buffer.from(value.split('.')[0] ?? '', 'base64url').toString()).not.toContain('owner')
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('is of the addresses that signed in in it, and of no other', async () => {
    const browser = newBrowser()
    await signIn(browser, 'stranger@example.org')
    await attack(45)
    await ask(browser)
    expect((await appointment(browser, '/api/login/code')).body).toContain('“Your longer Dosewell code”')
    await signIn(browser, 'stranger@example.org')
  })

  it('of eight people is kept', async () => {
    const tablet = newBrowser()
    for (let n = 1; n <= 9; n += 1) {
      tablet.network = newNetwork()
      await signIn(tablet, `child${n}@example.org`)
    }
    await attackOn('child2@example.org')
    await signIn(tablet, 'child2@example.org')
    await attackOn('child1@example.org')
    await ask(tablet, 'child1@example.org')
    expect((await appointment(tablet, '/api/login/code')).body).toContain('“Your longer Dosewell code”')
  })
  const attackOn = (email: string) => inTurns(10, () => ask(newBrowser(), email))

  it('is not believed when somebody else made it, or it is a cookie of another kind', async () => {
    const browser = newBrowser()
    await ask(browser, 'stranger@example.org')
    const pending = browser.cookies.get(cookieName(server.config, 'sign-in')) ?? ''
    for (const value of [pending, 'W10.AAAA', unsubscribeToken(OWNER, server.facts.secret), '%00']) {
      browser.cookies.set(device(), value)
      expect((await ask(browser)).statusCode).toBe(303)
    }
    await signIn(browser)
    browser.cookies.set(cookieName(server.config, 'sign-in'), browser.cookies.get(device()) ?? '')
    expect((await appointment(browser, '/api/login/code')).headers.location).toBe('/api/login')
  })
})

describe('asking', () => {
  it('tells nobody whether there is an account: first, and when no more codes are sent', async () => {
    await signIn(newBrowser())
    const seen: Record<string, string[]> = {}
    for (const email of [OWNER, 'nobody@example.org']) {
      const answers: string[] = []
      for (let time = 0; time < 10; time += 1) {
        const stranger = newBrowser()
        const asked = await ask(stranger, email)
        const page = await appointment(stranger, '/api/login/code')
        const wrong = await type(stranger, 'AAAA-AAAA-AAAA')
        const words = [asked, page, wrong].map(({ statusCode, body }) => `${statusCode} ${body}`)
        answers.push(words.join('\n').replaceAll(email, 'somebody'))
      }
      seen[email] = answers
    }
    expect(seen[OWNER]).toEqual(seen['nobody@example.org'])
    expect(new Set(seen[OWNER]).size).toBe(2)
    expect(mailsTo('nobody@example.org')).toHaveLength(9)
  })
})
