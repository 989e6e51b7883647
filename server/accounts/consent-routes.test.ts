import { createHash, randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { and, eq, inArray } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DAY, HOUR } from '#domain/lib/local-time.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { until } from '#tests/support/wait.ts'
import { eraseRefused } from '../erasure/consent-erasure.ts'
import { storeAccounts } from '../testing/accounts.ts'
import { type TestApp, type TestAppOptions, testApp } from '../testing/app.ts'
import { asConsentedMinor, askParent, asMinor, mailedToken, openLink, press } from '../testing/minors.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { neverSetAside } from '../testing/set-aside.ts'
import { consentRequests, users } from '../testing/tables.ts'
import { addMedication, list } from '../testing/writes.ts'

let server: TestApp
let count = 0
/** Users of the current test only. */
let TEEN: string
let PARENT: string
beforeAll(async () => {
  server = await testApp({ environment: { PUBLIC_URL: 'https://dosewell.example' } })
})
beforeEach(() => {
  count += 1
  TEEN = `teen${count}@example.org`
  PARENT = `parent${count}@example.org`
  server.clock.set('2026-03-02T09:00:00Z')
  server.erasures.length = 0
})
afterAll(() => server.close())

const self = async (person: Person): Promise<CurrentUser> => (await person.inject('/api/auth/user')).json()
const health = async (person: Person): Promise<string> => {
  const answer = await person.inject('/api/medications')
  return answer.statusCode === 200 ? 'open' : answer.json().code
}
const iso = (ms: number) => new Date(ms).toISOString()
/** Starts another server for the current test only. */
async function another(options: TestAppOptions): Promise<TestApp> {
  const own = await testApp(options)
  onTestFinished(() => own.close())
  return own
}
const requestsOf = ({ user }: Person) =>
  server.db.select().from(consentRequests).where(eq(consentRequests.userId, user.id))
const titleOf = (markup: string) => /<h1>([^<]+)<\/h1>/.exec(markup)?.[1]

describe('asking a parent', () => {
  it('mails a link, and the child’s devices are told to whom and until when', async () => {
    const teen = await asMinor(server, TEEN)
    expect(await self(teen)).toMatchObject({ parentalConsent: null })
    const answer = await askParent(teen, ` ${PARENT.toUpperCase()} `)
    const asked = {
      state: 'asked',
      email: PARENT,
      at: iso(server.clock.now()),
      until: iso(server.clock.now() + 7 * 24 * HOUR),
    }
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ success: true, parentalConsent: asked })
    expect(await self(teen)).toMatchObject({ parentalConsent: asked, parentalConsentGiven: false })
    expect(await health(teen)).toBe('consent_required')
  })

  it('the mail says who asks, what is stored and until when the link works, and leads to the public address', async () => {
    const teen = await asMinor(server, TEEN)
    await teen.inject({
      method: 'PATCH',
      url: '/api/user/profile',
      payload: { firstName: 'Lachlan', lastName: 'Papadopoulos' },
    })
    await askParent(teen, PARENT)
    const mail = server.mails.at(-1)
    expect(mail).toMatchObject({
      to: PARENT,
      subject: 'Lachlan asks for your consent to use Dosewell',
    })
    for (const words of [mail?.text, mail?.html]) {
      expect(words).toContain(`Lachlan Papadopoulos (${TEEN})`)
      expect(words).toContain('stores the medicines, reminders, appointments and documents')
      expect(words).toContain('Mar 9, 2026 at 8:00 PM (Australia/Sydney time)')
      expect(words).toContain(`https://dosewell.example/consent?token=${mailedToken(server, PARENT)}`)
    }
    expect(mail?.text).not.toContain('2011')
  })

  it('keeps the token, 256 bits, only as a hash', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    const token = mailedToken(server, PARENT)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await requestsOf(teen)
    expect(rows).toMatchObject([{ tokenHash: createHash('sha256').update(token).digest('base64url') }])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it.each([
    ['', "Please enter your parent/guardian's email"],
    ['   ', "Please enter your parent/guardian's email"],
    ['mum', 'That does not look like an email address. Check it for typing errors.'],
    ['mum@example.org, dad@example.org', 'That does not look like an email address.'],
    ['mum@example.org\r\nbcc: all@example.org', 'That does not look like an email address.'],
    ['TEEN@Example.org', 'This is your own email address.'],
    ['TEEN+mum@example.org', 'This is your own email address.'],
  ])('the address %j answers 400 with a sentence, and no mail goes out', async (address, sentence) => {
    const teen = await asMinor(server, TEEN)
    const mails = server.mails.length
    const answer = await askParent(teen, address.replace('TEEN', `Teen${count}`))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid', field: 'parentGuardianEmail' })
    expect(answer.json().error).toContain(sentence)
    expect(server.mails).toHaveLength(mails)
  })

  it('sends three mails in any 24 hours, then 429 with the seconds until the first of them is a day old', async () => {
    const teen = await asMinor(server, TEEN)
    for (const address of [`one${count}@example.org`, `two${count}@example.org`, `three${count}@example.org`]) {
      expect((await askParent(teen, address)).statusCode).toBe(200)
      server.clock.advance(HOUR)
    }
    const refused = await askParent(teen, PARENT)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(21 * 60 * 60))
    expect(refused.json().error).toBe('You can send 3 consent requests a day. Please try again in 21 hours.')
    server.clock.advance(21 * HOUR - 1)
    expect((await askParent(teen, PARENT)).headers['retry-after']).toBe('1')
    server.clock.advance(1)
    expect((await askParent(teen, PARENT)).statusCode).toBe(200)
    expect((await askParent(teen, PARENT)).statusCode).toBe(429)
  })

  it('three at once that would be the third to the fifth send one mail more', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    await askParent(teen, PARENT)
    const answers = await Promise.all([askParent(teen, PARENT), askParent(teen, PARENT), askParent(teen, PARENT)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429, 429])
  })

  it('many accounts cannot flood one mailbox, however its address is written and whichever are deleted', async () => {
    const [name] = PARENT.split('@')
    for (let account = 0; account < 4; account += 1) {
      const teen = await asMinor(server, `many-${account}@example.org`)
      for (let mail = 0; mail < 3; mail += 1) {
        const answer = await askParent(teen, `${name}+${account}${mail}@example.org`)
        expect(answer.statusCode).toBe(200)
      }
      await teen.inject({ method: 'DELETE', url: '/api/user/account', payload: { email: teen.email } })
    }
    const fifth = await asMinor(server, 'many-4@example.org')
    const refused = await askParent(fifth, `${name}+more@example.org`)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(24 * 60 * 60)])
    server.clock.advance(DAY)
    expect((await askParent(fifth, PARENT)).statusCode).toBe(200)
  })

  it('many accounts cannot flood one address', async () => {
    for (let account = 0; account < 4; account += 1) {
      const teen = await asMinor(server, `teen-${account}@example.org`)
      for (let mail = 0; mail < 3; mail += 1) expect((await askParent(teen, PARENT)).statusCode).toBe(200)
    }
    const fifth = await asMinor(server, 'teen-4@example.org')
    expect((await askParent(fifth, PARENT)).statusCode).toBe(429)
    expect((await askParent(fifth, `other${count}@example.org`)).statusCode).toBe(200)
  })

  it('a mail that cannot be handed over answers 503, counts for nothing and leaves the earlier link alive', async () => {
    let fails = false
    const broken = await another({
      mailer: {
        destination: 'collected, or not',
        send: async (mail) => {
          if (fails) throw new Error('connection refused')
          broken.mails.push(mail)
        },
      },
    })
    const teen = await asMinor(broken, TEEN)
    await askParent(teen, PARENT)
    const token = mailedToken(broken, PARENT)
    fails = true
    for (let tries = 0; tries < 4; tries += 1) {
      const answer = await askParent(teen, PARENT)
      expect(answer.statusCode).toBe(503)
      expect(answer.json().error).toBe('We couldn’t send the email just now. Please try again in a minute.')
    }
    expect((await openLink(broken, token)).statusCode).toBe(200)
    fails = false
    expect((await askParent(teen, PARENT)).statusCode).toBe(200)
  })

  it.each(['the server did not live to hear of', 'got no answer'])(
    'a mail that %s leaves the earlier link alive, and works if it has arrived',
    async (what) => {
      let isLost = false
      const broken = await another({
        mailer: {
          destination: 'collected, and perhaps never answered',
          send: async (mail) => {
            broken.mails.push(mail)
            if (!isLost) return
            if (what === 'got no answer') throw Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' })
            await new Promise<void>(() => undefined)
          },
        },
      })
      const requests = () => broken.db.select().from(consentRequests).where(eq(consentRequests.userId, teen.user.id))
      const teen = await asMinor(broken, TEEN)
      await askParent(teen, PARENT)
      const earlier = mailedToken(broken, PARENT)
      isLost = true
      const other = `other-${PARENT}`
      const asked = askParent(teen, other)
      if (what === 'got no answer') expect((await asked).statusCode).toBe(503)
      await until(async () => (await requests()).length === 2)
      await until(() => broken.mails.at(-1)?.to === other)
      expect(await self(teen)).toMatchObject({ parentalConsent: { state: 'asked', email: PARENT } })
      const later = mailedToken(broken, other)
      for (const token of [earlier, later]) expect((await openLink(broken, token)).statusCode).toBe(200)
      await press(broken, later, 'decline')
      expect(await self(teen)).toMatchObject({ parentalConsent: { state: 'declined', email: other } })
      expect((await openLink(broken, earlier)).statusCode).toBe(410)
      isLost = false
      expect((await askParent(teen, PARENT)).statusCode).toBe(200)
      expect((await openLink(broken, mailedToken(broken, PARENT))).statusCode).toBe(200)
    },
  )

  it('a link whose mail was perhaps never sent gives no consent after another one decided', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    const first = mailedToken(server, PARENT)
    await askParent(teen, PARENT)
    const second = mailedToken(server, PARENT)
    await server.db
      .update(consentRequests)
      .set({ isSending: true })
      .where(and(eq(consentRequests.userId, teen.user.id), eq(consentRequests.number, 2)))
    await press(server, first, 'accept')
    expect(await health(teen)).toBe('open')
    expect((await openLink(server, second)).statusCode).toBe(410)
    server.clock.advance(1000)
    await press(server, first, 'withdraw')
    await press(server, second, 'accept')
    expect(await health(teen)).toBe('consent_required')
  })

  it('is for those alone who need it: 401, 403 before the age is known, 409 for adults and once it is given', async () => {
    const codeOf = async (person: Person) => {
      const answer = await askParent(person, PARENT)
      return [answer.statusCode, answer.json().code]
    }
    expect(await codeOf({ inject: server.inject } as Person)).toEqual([401, 'unauthenticated'])
    expect(await codeOf(await signIn(server, 'new@example.org'))).toEqual([403, 'age_required'])
    expect(await codeOf(await asAdult(server, 'adult@example.org'))).toEqual([409, 'consent_not_needed'])
    const { minor } = await asConsentedMinor(server, `given${count}@example.org`)
    expect(await codeOf(minor)).toEqual([409, 'consent_not_needed'])
  })
})

describe('the parent’s page', () => {
  it('shows who asks, and looking at it any number of times decides nothing', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    const token = mailedToken(server, PARENT)
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      expect((await server.inject({ method, url: `/consent?token=${token}` })).statusCode).toBe(200)
    }
    const page = (await openLink(server, token)).body
    expect(titleOf(page)).toBe(`${TEEN} asks for your consent`)
    expect(page).toContain('Jun 1, 2011')
    expect(page).toContain('Mar 2, 2026 at 8:00 PM (Australia/Sydney time)')
    expect(page).toContain('This link works until Mar 9, 2026 at 8:00 PM (Australia/Sydney time) and only once.')
    expect(await health(teen)).toBe('consent_required')
  })

  it('accepted: the child may use everything, the trial begins, and the link says so from then on', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    const token = mailedToken(server, PARENT)
    server.clock.advance(HOUR)
    const pressed = await press(server, token, 'accept')
    expect(pressed.statusCode).toBe(303)
    expect(pressed.headers.location).toBe(`/consent?token=${token}`)
    expect(await health(teen)).toBe('open')
    const user = await self(teen)
    expect(user).toMatchObject({
      parentalConsentGiven: true,
      hasUsedTrial: true,
      subscriptionStatus: 'trial',
      subscriptionEndsAt: iso(server.clock.now() + 14 * DAY),
    })
    expect(user.parentalConsent).toBeUndefined()
    const page = await openLink(server, token)
    expect(titleOf(page.body)).toBe('You have given consent')
    expect(page.body).toContain('value="withdraw"')
    expect(page.body).not.toContain('value="accept"')
  })

  it('single use: after a decision no other one is carried out, except to withdraw what was given', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    const declined = mailedToken(server, PARENT)
    await press(server, declined, 'decline')
    await press(server, declined, 'accept')
    await press(server, declined, 'withdraw')
    expect(titleOf((await openLink(server, declined)).body)).toBe('You have declined')
    expect(await health(teen)).toBe('consent_required')

    await askParent(teen, PARENT)
    const accepted = mailedToken(server, PARENT)
    await press(server, accepted, 'accept')
    await press(server, accepted, 'decline')
    expect(await health(teen)).toBe('open')
    await press(server, accepted, 'withdraw')
    await press(server, accepted, 'accept')
    expect(titleOf((await openLink(server, accepted)).body)).toBe('You have withdrawn your consent')
    expect(await health(teen)).toBe('consent_required')
  })

  it('two parents who press at once get one decision', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    const token = mailedToken(server, PARENT)
    await Promise.all(['accept', 'decline', 'accept', 'decline'].map((one) => press(server, token, one)))
    const [row] = await requestsOf(teen)
    expect((await self(teen)).parentalConsentGiven).toBe(row?.decision === 'accepted')
  })

  it('is dead 7 × 24 hours after sending, to the second', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    const token = mailedToken(server, PARENT)
    server.clock.advance(7 * DAY - 1000)
    expect((await openLink(server, token)).statusCode).toBe(200)
    server.clock.advance(1000)
    const page = await openLink(server, token)
    expect([page.statusCode, titleOf(page.body)]).toEqual([410, 'This link has expired'])
    expect(page.body).not.toContain(TEEN)
    await press(server, token, 'accept')
    expect(await health(teen)).toBe('consent_required')
  })

  it('accepts in the last second', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    server.clock.advance(7 * DAY - 1000)
    await press(server, mailedToken(server, PARENT), 'accept')
    expect(await health(teen)).toBe('open')
  })

  it('of an earlier request is dead once a newer one is sent, also to a corrected address, and tells no details', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, `stranger${count}@example.org`)
    const first = mailedToken(server, `stranger${count}@example.org`)
    await askParent(teen, PARENT)
    const page = await openLink(server, first)
    expect([page.statusCode, titleOf(page.body)]).toEqual([410, 'A newer link was sent'])
    expect(page.body).not.toMatch(/teen\d+@|2011/)
    await press(server, first, 'accept')
    expect(await health(teen)).toBe('consent_required')
    expect((await openLink(server, mailedToken(server, PARENT))).statusCode).toBe(200)
  })

  it.each(['', '?token=', '?token=AAAA', `?token=${'x'.repeat(5000)}`, '?token=a&token=b'])(
    'with an unknown token (%j) answers 404 and a page',
    async (search) => {
      const page = await server.inject({ url: `/consent${search}` })
      expect([page.statusCode, titleOf(page.body)]).toEqual([404, 'This link does not work'])
    },
  )

  it.each([
    ['nothing', {}],
    ['an unknown action', { token: 'AAAA', action: 'own' }],
    ['a JSON token', { token: ['a'], action: 'accept' }],
  ])('%s as a decision answers 400 and a page', async (_name, payload) => {
    const answer = await server.inject({ method: 'POST', url: '/consent', payload })
    expect([answer.statusCode, titleOf(answer.body)]).toEqual([400, 'That did not work'])
  })

  it('a decision that another site sends is not carried out', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    const token = mailedToken(server, PARENT)
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const headers of foreign) {
      expect((await press(server, token, 'accept', headers)).statusCode).toBe(403)
    }
    expect(await health(teen)).toBe('consent_required')
  })

  it('keeps its token to itself: stored by nobody, in no Referer, with no script', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    const token = mailedToken(server, PARENT)
    const answers = [
      await openLink(server, token),
      await press(server, token, 'decline'),
      await openLink(server, token),
      await openLink(server, 'unknown'),
      await press(server, token, 'own'),
    ]
    for (const { headers, body } of answers) {
      expect(headers['cache-control']).toBe('no-store')
      // Not `no-referrer`: with it, browsers send `Origin: null` with the form.
      expect(headers['referrer-policy']).toBe('strict-origin')
      expect(headers['content-security-policy']).toContain("form-action 'self'")
      expect(body).not.toMatch(/<script|style=|<style/)
    }
  })

  it('neither the token nor an address reaches the log', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const logged = await another({ logger: pino({ level: 'trace' }, stream) })
    const teen = await asMinor(logged, TEEN)
    await askParent(teen, PARENT)
    const token = mailedToken(logged, PARENT)
    await openLink(logged, token)
    await press(logged, token, 'accept')
    await press(logged, token, 'nonsense')
    const log = lines.join('')
    expect(log).toContain('"route":"/consent"')
    expect(log).not.toContain(token)
    expect(log).not.toMatch(/parent\d+@|teen\d+@/)
  })

  it('more looks than a person needs answer 429 and when to come back', async () => {
    const limited = await another({ environment: { RATE_LIMIT_SCALE: '0.05' } })
    const answers = []
    for (let look = 0; look < 4; look += 1) answers.push(await openLink(limited, 'AAAA'))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 429])
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('a parent’s no', () => {
  it('declined: every device of the child learns it, and who is asked next may agree', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    server.clock.advance(HOUR)
    await press(server, mailedToken(server, PARENT), 'decline')
    expect((await self(teen)).parentalConsent).toEqual({
      state: 'declined',
      email: PARENT,
      at: iso(server.clock.now()),
      until: iso(server.clock.now() + 30 * DAY),
    })
    expect(await self(teen)).toMatchObject({ hasUsedTrial: false, subscriptionStatus: null })
    await askParent(teen, `other${count}@example.org`)
    await press(server, mailedToken(server, `other${count}@example.org`), 'accept')
    expect(await health(teen)).toBe('open')
  })

  it('withdrawn: bites at the next request, ends open connections, and what is stored waits', async () => {
    const { minor, token } = await asConsentedMinor(server, TEEN)
    const { id } = await addMedication(minor)
    const stream = await server.app.inject({
      url: '/api/events',
      headers: { cookie: minor.cookie },
      payloadAsStream: true,
    })
    const ended = new Promise((resolve) => stream.stream().on('end', resolve).resume())
    server.clock.advance(100 * DAY)
    await press(server, token, 'withdraw')
    expect(await health(minor)).toBe('consent_required')
    await ended
    expect((await self(minor)).parentalConsent).toMatchObject({
      state: 'withdrawn',
      at: iso(server.clock.now()),
      until: iso(server.clock.now() + 30 * DAY),
    })
    await askParent(minor, PARENT)
    await press(server, mailedToken(server, PARENT), 'accept')
    expect((await list(minor)).map((medication) => medication.id)).toEqual([id])
  })

  it('consent that is given again leaves a running trial or plan as it is', async () => {
    const { minor, token } = await asConsentedMinor(server, TEEN)
    const { subscriptionEndsAt } = await self(minor)
    server.clock.advance(DAY)
    await press(server, token, 'withdraw')
    await askParent(minor, PARENT)
    await press(server, mailedToken(server, PARENT), 'accept')
    expect(await self(minor)).toMatchObject({
      subscriptionStatus: 'trial',
      subscriptionPlan: 'premium',
      subscriptionEndsAt,
    })
  })

  it('the consent of one address starts one trial', async () => {
    const { minor } = await asConsentedMinor(server, TEEN)
    await server.db.delete(users).where(eq(users.id, minor.user.id))
    const again = await asConsentedMinor(server, TEEN)
    expect(await self(again.minor)).toMatchObject({ subscriptionStatus: null, subscriptionPlan: 'free' })
  })
})

describe('the erasure after a no', () => {
  const run = () =>
    eraseRefused({
      db: server.db,
      clock: server.clock,
      journal: {
        record: async (...erasures) => void server.erasures.push(...erasures),
        hasErased: async () => false,
      },
      onSetAside: neverSetAside,
    })
  const standing = async (person: Person) => (await person.inject('/api/auth/user')).statusCode

  it.each(['decline', 'withdraw'])(
    'comes 30 days after a parent chose to %s, to the second, with everything; devices hear 410',
    async (action) => {
      const { minor, token } =
        action === 'withdraw' ? await asConsentedMinor(server, TEEN) : { minor: await asMinor(server, TEEN), token: '' }
      if (action === 'decline') await askParent(minor, PARENT)
      else await addMedication(minor)
      await press(server, token || mailedToken(server, PARENT), action)
      server.erasures.length = 0
      server.clock.advance(30 * DAY - 1000)
      await run()
      expect(await standing(minor)).toBe(200)
      server.clock.advance(1000)
      await run()
      expect(await standing(minor)).toBe(410)
      expect(server.erasures).toContainEqual({
        kind: 'account',
        user: minor.user.id,
        at: iso(server.clock.now()),
      })
      expect(await requestsOf(minor)).toEqual([])
    },
  )

  it('waits for an open link, and for a later no', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    await press(server, mailedToken(server, PARENT), 'decline')
    server.clock.advance(29 * DAY)
    await askParent(teen, PARENT)
    server.clock.advance(2 * DAY)
    await run()
    expect(await standing(teen)).toBe(200)
    await press(server, mailedToken(server, PARENT), 'decline')
    server.clock.advance(29 * DAY)
    await run()
    expect(await standing(teen)).toBe(200)
    server.clock.advance(DAY)
    await run()
    expect(await standing(teen)).toBe(410)
  })

  it('never meets who has consent, who was never refused, or who has come of age', async () => {
    server.clock.set('2029-05-20T00:00:00Z')
    const { minor: given } = await asConsentedMinor(server, `given${count}@example.org`)
    const again = await asMinor(server, `again${count}@example.org`)
    await askParent(again, PARENT)
    await press(server, mailedToken(server, PARENT), 'decline')
    await askParent(again, PARENT)
    await press(server, mailedToken(server, PARENT), 'accept')
    const unanswered = await asMinor(server, `unanswered${count}@example.org`)
    await askParent(unanswered, PARENT)
    const grown = await asConsentedMinor(server, `grown${count}@example.org`)
    await press(server, grown.token, 'withdraw')
    server.clock.set('2029-06-20T00:00:00Z')
    await run()
    for (const person of [given, again, unanswered, grown.minor]) expect(await standing(person)).toBe(200)
  })

  it('is not kept waiting by however many have come of age and never returned', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    await press(server, mailedToken(server, PARENT), 'decline')
    const grown = await storeAccounts(
      server,
      Array.from({ length: 400 }, (_, index) => ({
        id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
        dateOfBirth: '2000-01-01',
        ageVerified: true,
        parentalConsentRequired: true,
      })),
    )
    const [asked] = await requestsOf(teen)
    if (!asked) throw new Error('there is no request')
    await server.db
      .insert(consentRequests)
      .values(grown.map((userId) => ({ ...asked, id: randomUUID(), userId, tokenHash: randomUUID() })))
    server.clock.advance(30 * DAY)
    await run()
    expect(await standing(teen)).toBe(410)
    expect(await server.db.$count(users, inArray(users.id, grown))).toBe(400)
    await server.db.delete(users).where(inArray(users.id, grown))
  })

  it('forgets after 90 days whom a request was sent to that came to nothing', async () => {
    const teen = await asMinor(server, TEEN)
    await askParent(teen, PARENT)
    server.clock.advance(90 * DAY + 1)
    await run()
    expect(await requestsOf(teen)).toEqual([])
    expect((await self(teen)).parentalConsent).toBeNull()
  })
})

/** Of the users created by asMinor, who are in Sydney. */
const BIRTHDAY = '2029-05-31T14:00:00Z'

describe('the 18th birthday', () => {
  beforeEach(() => server.clock.set('2029-05-30T14:00:00Z'))

  it('ends the requirement, begins the trial that waited, and makes the link pointless', async () => {
    const teen = await asMinor(server, TEEN)
    server.clock.set(Date.parse(BIRTHDAY) - 1000)
    await askParent(teen, PARENT)
    expect(await health(teen)).toBe('consent_required')
    server.clock.set(BIRTHDAY)
    expect(await health(teen)).toBe('open')
    expect(await self(teen)).toMatchObject({
      parentalConsentRequired: false,
      hasUsedTrial: true,
      subscriptionStatus: 'trial',
      subscriptionEndsAt: iso(server.clock.now() + 14 * DAY),
    })
    const token = mailedToken(server, PARENT)
    expect(titleOf((await openLink(server, token)).body)).toBe('Consent is no longer needed')
    await press(server, token, 'decline')
    expect(await health(teen)).toBe('open')
  })

  it('a parent cannot withdraw what is no longer needed', async () => {
    const { minor, token } = await asConsentedMinor(server, TEEN)
    server.clock.set(BIRTHDAY)
    expect(titleOf((await openLink(server, token)).body)).toBe('Consent is no longer needed')
    await press(server, token, 'withdraw')
    expect(await health(minor)).toBe('open')
    expect(await self(minor)).toMatchObject({ parentalConsentGiven: true })
  })
})
