import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentId } from '#domain/lib/ids.ts'
import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { sampleDocument } from '#domain/testing/samples.ts'
import { eraseAccount } from '../erasure/erase-account.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import { refusalToken } from '../mail/refusals.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { askParent, asMinor } from '../testing/minors.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { documentRecipients, mailRefusals, medicalDocuments } from '../testing/tables.ts'
import { purgeRecipients } from './document-mail-limits.ts'

const PICTURE = Buffer.from('a picture')
const CLINIC = 'clinic@example.org'

let server: TestApp
let mails: Mail[]
let fails: boolean
/** What happens while a document is being sent. */
let during: () => Promise<unknown>
beforeEach(async () => {
  mails = []
  fails = false
  during = async () => {}
  const mailer: Mailer = {
    destination: '',
    send: async (mail) => {
      if (fails) throw new Error('no connection')
      server.mails.push(mail)
      if (!mail.attachments) return
      mails.push(mail)
      await during()
    },
  }
  server = await testApp({ mailer, environment: { RATE_LIMIT_SCALE: '1' } })
})
afterEach(() => server.close())

interface Sender {
  person: Person
  send(recipientEmail: string): Promise<{ status: number; body: Record<string, string>; wait: number }>
}

/** Returns a user with a document. One network may sign in ten times in ten minutes. */
async function sender(email: string): Promise<Sender> {
  server.clock.advance(2 * MINUTE)
  const person = await asAdult(server, email)
  const id = randomUUID() as DocumentId
  const [imageBlob, thumbnailBlob] = [randomUUID(), randomUUID()]
  for (const blob of [imageBlob, thumbnailBlob]) await server.blobs.put(blob, PICTURE)
  const record = sampleDocument({ id, documentName: 'Blood test' })
  const files = { imageBlob, thumbnailBlob, imageBytes: PICTURE.length, uploadHash: 'x' }
  await server.db.insert(medicalDocuments).values({ id, userId: person.user.id, record, ...files })
  return {
    person,
    send: async (recipientEmail) => {
      const answer = await person.inject({
        method: 'POST',
        url: `/api/medical-documents/${id}/email`,
        payload: { recipientEmail },
      })
      const wait = Number(answer.headers['retry-after'] ?? 0)
      return { status: answer.statusCode, body: answer.json(), wait }
    },
  }
}

const senders = async (count: number): Promise<Sender[]> => {
  const all: Sender[] = []
  for (let n = 0; n < count; n += 1) all.push(await sender(`sender${n}@example.org`))
  return all
}

const page = (token: string) => server.inject(`/unsubscribe?token=${token}`)
const press = (token: string, fields: Record<string, string>) =>
  server.inject({
    method: 'POST',
    url: `/unsubscribe?token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

describe('a mailed document', () => {
  it('says who sent it, and how to get no more of them: to people and to mail programs', async () => {
    const ann = await sender('ann@example.org')
    await ann.person.inject({
      method: 'PATCH',
      url: '/api/user/profile',
      payload: { firstName: 'Ann', lastName: 'Doe' },
    })
    await ann.send(CLINIC)
    const [mail] = mails
    const link = `http://localhost:3000/unsubscribe?token=${refusalToken(CLINIC, server.facts.secret)}`
    expect(mail).toMatchObject({
      to: CLINIC,
      replyTo: 'ann@example.org',
      headers: {
        'List-Unsubscribe': `<${link}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
    for (const words of [mail?.text, mail?.html]) {
      expect(words).toContain('Ann Doe (ann@example.org) sent you this document with Dosewell.')
    }
    expect(mail?.text).toContain(`No more of these: ${link}`)
    expect(mail?.html).toContain(`<a href="${link}">No more of these</a>`)
    expect(link).not.toContain('clinic')
  })
})

describe('one account', () => {
  it('mails documents to five new addresses a day, and then to those it has mailed to before', async () => {
    const ann = await sender('ann@example.org')
    for (let n = 0; n < 5; n += 1) expect((await ann.send(`new${n}@example.org`)).status).toBe(200)
    server.clock.advance(21 * HOUR)
    const refused = await ann.send('new5@example.org')
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'rate_limited',
        field: 'recipientEmail',
        error: 'You can email documents to 5 new addresses a day. Please try again in 3 hours.',
      },
      wait: (3 * HOUR) / 1000,
    })
    expect((await ann.send('NEW3+results@example.org')).status).toBe(200)
    server.clock.advance(3 * HOUR)
    expect((await ann.send('new5@example.org')).status).toBe(200)
  })

  it('mails twenty documents a day', async () => {
    const ann = await sender('ann@example.org')
    for (let n = 0; n < 20; n += 1) expect((await ann.send(`new${n % 4}@example.org`)).status).toBe(200)
    const refused = await ann.send('new0@example.org')
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'You can email 20 documents a day. Please try again in 24 hours.' },
      wait: DAY / 1000,
    })
    expect(mails).toHaveLength(20)
  })

  it('has no more of them by a new account with the same address', async () => {
    const ann = await sender('ann@example.org')
    for (let n = 0; n < 5; n += 1) await ann.send(`new${n}@example.org`)
    await eraseAccount(server.db, ann.person.user.id, server.clock.now())
    expect(await server.db.select().from(documentRecipients)).toEqual([])
    const again = await sender('ann@example.org')
    expect((await again.send('new5@example.org')).status).toBe(429)
  })

  it('loses none by a mail that could not be sent, nor by one that another rule refuses', async () => {
    const ann = await sender('ann@example.org')
    fails = true
    for (let n = 0; n < 25; n += 1) expect((await ann.send(CLINIC)).status).toBe(503)
    fails = false
    for (let n = 0; n < 4; n += 1) expect((await ann.send(`new${n}@example.org`)).status).toBe(200)
    await server.db.insert(mailRefusals).values(refusalOf(CLINIC))
    expect((await ann.send(CLINIC)).status).toBe(409)
    expect((await ann.send('new4@example.org')).status).toBe(200)
    for (let n = 0; n < 20; n += 1) expect((await ann.send('new5@example.org')).status).toBe(429)
    for (let n = 0; n < 15; n += 1) expect((await ann.send('new0@example.org')).status).toBe(200)
  })

  it('that is deleted while its mail is sent leaves nothing of it', async () => {
    const ann = await sender('ann@example.org')
    during = () =>
      ann.person.inject({
        method: 'DELETE',
        url: '/api/user/account',
        payload: { email: 'ann@example.org' },
      })
    expect((await ann.send(CLINIC)).status).toBe(410)
    expect(mails).toHaveLength(1)
    expect(await server.db.select().from(documentRecipients)).toEqual([])
  })

  it('is remembered to have mailed to an address for a year', async () => {
    const ann = await sender('ann@example.org')
    await ann.send(CLINIC)
    await purgeRecipients(server.db, server.clock.now() + 366 * DAY)
    expect(await server.db.select().from(documentRecipients)).toHaveLength(1)
    await purgeRecipients(server.db, server.clock.now() + 366 * DAY + 1)
    expect(await server.db.select().from(documentRecipients)).toEqual([])
  })
})

const refusalOf = (address: string) => ({
  mailboxHash: String(refusalToken(address, server.facts.secret).split('.')[1]),
  at: new Date(server.clock.now()),
})

describe('one mailbox', () => {
  it('is sent ten documents a day by accounts that are new to it; others go on, and no table names it', async () => {
    const all = await senders(11)
    const [known, ...others] = all
    await known?.send(CLINIC)
    server.clock.advance(DAY)
    for (const [n, other] of others.entries()) {
      expect((await other.send(`clinic+${n}@example.org`)).status).toBe(200)
    }
    server.clock.advance(23 * HOUR + MINUTE)
    const late = await sender('late@example.org')
    const refused = await late.send(CLINIC)
    expect(refused).toMatchObject({ status: 429, body: { field: 'recipientEmail' } })
    expect(refused.body.error).toBe(
      'This address has been sent as many documents today as we send to one address in a day. Please try again in an hour.',
    )
    expect((await late.send('other@example.org')).status).toBe(200)
    expect((await known?.send(CLINIC))?.status).toBe(200)
    expect(JSON.stringify(await server.db.select().from(documentRecipients))).not.toContain('clinic')
  })

  it('is sent thirty a day by accounts that are not', async () => {
    const [ann, ben] = (await senders(2)) as [Sender, Sender]
    for (const one of [ann, ben]) await one.send(CLINIC)
    server.clock.advance(DAY)
    const answers = []
    for (let n = 0; n < 32; n += 1) answers.push((await (n % 2 ? ann : ben).send(CLINIC)).status)
    expect(answers).toEqual([...Array(30).fill(200), 429, 429])
  })
})

describe('“No more of these”', () => {
  let token: string
  let ann: Sender
  beforeEach(async () => {
    ann = await sender('ann@example.org')
    await ann.send(CLINIC)
    token = /token=([\w.-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  })

  it('is decided by a button and not by looking, holds for every account, and can be taken back', async () => {
    const ben = await sender('ben@example.org')
    const looked = await page(token)
    expect([looked.statusCode, looked.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(looked.body).toContain('>No more of these</button>')
    expect(looked.body).not.toContain('clinic')
    expect((await ben.send(CLINIC)).status).toBe(200)

    expect((await press(token, { action: 'unsubscribe' })).statusCode).toBe(303)
    for (const one of [ann, ben]) {
      expect(await one.send(' Clinic+x@Example.org ')).toMatchObject({
        status: 409,
        body: {
          code: 'recipient_declined',
          field: 'recipientEmail',
          error: 'This address asked not to receive documents from Dosewell.',
        },
      })
    }
    expect(mails).toHaveLength(2)
    expect((await ann.send('other@example.org')).status).toBe(200)

    expect((await page(token)).body).toContain('>Allow them again</button>')
    await press(token, { action: 'subscribe' })
    expect((await ann.send(CLINIC)).status).toBe(200)
  })

  it('is said by mail programs (RFC 8058), again with the same end', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect((await press(token, { 'List-Unsubscribe': 'One-Click' })).statusCode).toBe(200)
      expect((await ann.send(CLINIC)).status).toBe(409)
    }
  })

  it('is stored without the address, and outlives the account that sent', async () => {
    await press(token, { action: 'unsubscribe' })
    await eraseAccount(server.db, ann.person.user.id, server.clock.now())
    expect(JSON.stringify(await server.db.select().from(mailRefusals))).not.toContain('clinic')
    expect((await (await sender('ben@example.org')).send(CLINIC)).status).toBe(409)
  })

  it('of another server, or changed, decides nothing', async () => {
    const [prefix, hash, signature] = token.split('.')
    const forged = [
      refusalToken(CLINIC, 'another secret'),
      `${prefix}.${hash}`,
      `xx.${hash}.${signature}`,
      `${prefix}.${refusalOf('other@example.org').mailboxHash}.${signature}`,
      `${token}x`,
    ]
    for (const given of forged) {
      expect((await page(given)).statusCode).toBe(404)
      await press(given, { action: 'unsubscribe' })
    }
    expect(await server.db.select().from(mailRefusals)).toEqual([])
  })

  it('holds for requests for consent too, which have the same link', async () => {
    const teen = await asMinor(server, 'teen@example.org')
    await askParent(teen, 'parent@example.org')
    const mail = server.mails.findLast(({ to }) => to === 'parent@example.org')
    const link = `/unsubscribe?token=${refusalToken('parent@example.org', server.facts.secret)}`
    expect(mail?.text).toContain(`${link}\n`)
    expect((await askParent(teen, CLINIC)).statusCode).toBe(200)
    await press(token, { action: 'unsubscribe' })
    const answer = await askParent(teen, CLINIC)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      {
        code: 'recipient_declined',
        field: 'parentGuardianEmail',
        error: 'This address asked not to receive requests from Dosewell.',
      },
    ])
  })
})
