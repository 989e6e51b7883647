import { randomUUID } from 'node:crypto'
import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { diskWatch } from '../../platform/disk-watch.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { asAdult, type Person, signIn } from '../../testing/people.ts'
import { jpegOf } from '../../testing/pictures.ts'

let server: TestApp
let ada: Person
let bob: Person
let port: number
beforeAll(async () => {
  server = await testApp({ environment: WITH_SPEECH })
  port = await listening(server)
  ada = await asAdult(server, 'ada@example.org')
  bob = await asAdult(server, 'bob@example.org')
})
afterAll(() => server.close())

async function listening({ app }: TestApp): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

interface Answer {
  status: number
  code: string
  error: string
  headers: IncomingHttpHeaders
}
interface Sending {
  request: ClientRequest
  answer: Promise<Answer>
}

const MEGABYTE = 1024 * 1024
const BOUNDARY = 'form'
const HEAD = (field: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="a"\r\nContent-Type: image/jpeg\r\n\r\n`
const END = `\r\n--${BOUNDARY}--\r\n`

/** Without a speech service, recordings are refused in any case. */
const WITH_SPEECH = { AI_BASE_URL: 'http://127.0.0.1:9' }

/** The five calls that accept files, each with its field and one byte more than it accepts. */
const CALLS = [
  ['/api/medical-documents/upload', 'image', 15 * MEGABYTE + 1, 'The picture is larger than 15 MB.'],
  ['/api/prescriptions/upload', 'image', 15 * MEGABYTE + 1, 'The picture is larger than 15 MB.'],
  ['/api/ocr/extract-email', 'image', 15 * MEGABYTE + 1, 'The picture is larger than 15 MB.'],
  ['/api/user/import', 'file', 2 * 1024 * MEGABYTE + 1, 'The file is larger than 2 GB.'],
  ['/api/voice/transcribe', 'audio', 10 * MEGABYTE + 1, 'The recording is larger than 10 MB.'],
] as const

/** Sends the head of a form, and as much of its body as the test writes. `length` is the announced length. */
function begin(
  person: Person | null,
  { path = CALLS[0][0] as string, field = 'image', length = 0, to = port } = {},
): Sending {
  const sent = request({
    port: to,
    path,
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'sec-fetch-site': 'same-origin',
      'idempotency-key': randomUUID(),
      ...(person ? { cookie: person.cookie } : {}),
      ...(length > 0 ? { 'content-length': length } : {}),
    },
  })
  onTestFinished(() => void sent.destroy())
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', async (got) => {
      let text = ''
      for await (const chunk of got.setEncoding('utf8')) text += chunk
      resolve({ status: got.statusCode ?? 0, headers: got.headers, ...JSON.parse(text) })
    })
  })
  answer.catch(() => {})
  sent.write(HEAD(field))
  return { request: sent, answer }
}

describe('an upload', () => {
  it.each(CALLS)('%s that announces too much is refused before it is sent', async (path, field, most, words) => {
    const { answer } = begin(ada, { path, field, length: most + 70 * 1024 })
    expect(await answer).toMatchObject({
      status: 413,
      code: 'too_large',
      error: expect.stringContaining(words),
    })
    expect((await answer).headers['dosewell-user']).toBe(ada.user.id)
  })

  it('that announces nothing is refused as soon as it is too much, and the answer arrives', async () => {
    const { request: sent, answer } = begin(ada)
    const piece = Buffer.alloc(MEGABYTE)
    for (let sentSoFar = 0; sentSoFar < 17; sentSoFar += 1) {
      await new Promise((resolve) => sent.write(piece, resolve))
    }
    expect(await answer).toMatchObject({ status: 413, code: 'too_large' })
  })

  it('that goes on for long after its answer is cut', async () => {
    const { request: sent, answer } = begin(ada, { length: 16 * MEGABYTE })
    await answer
    const endless = begin(ada, { length: 4000 * MEGABYTE })
    expect((await endless.answer).status).toBe(413)
    const cut = new Promise((resolve) => endless.request.once('close', resolve))
    const piece = Buffer.alloc(MEGABYTE)
    for (let piecesSent = 0; piecesSent < 2000 && !endless.request.destroyed; piecesSent += 1) {
      await Promise.race([new Promise((resolve) => endless.request.write(piece, resolve)), cut])
    }
    expect([endless.request.destroyed, sent.destroyed]).toEqual([true, false])
  })

  it('is refused before it is sent where nobody is signed in, or the person may not', async () => {
    const stranger = await signIn(server, 'new@example.org')
    for (const [path, field] of CALLS) {
      const asked = { path, field, length: 1000 }
      expect((await begin(null, asked).answer).status).toBe(401)
      expect((await begin(stranger, asked).answer).status).toBe(403)
    }
  })

  it.each(CALLS)('%s is refused before it is sent where it is one too many', async (path, field) => {
    const scarce = await testApp({ environment: { ...WITH_SPEECH, RATE_LIMIT_SCALE: '0.01' } })
    onTestFinished(() => scarce.close())
    const to = await listening(scarce)
    const eve = await asAdult(scarce, 'eve@example.org')
    // Whatever its kind, it has been counted.
    const first = begin(eve, { path, field, to })
    first.request.end(END)
    await first.answer
    expect((await begin(eve, { path, field, length: 1000, to }).answer).status).toBe(429)
  })

  it('is refused before it is sent where the disk has no room for it', async () => {
    const disk = diskWatch({ DATA_DIR: '', MIN_FREE_DISK_MB: 100 }, async () => 110 * MEGABYTE)
    const full = await testApp({ disk })
    onTestFinished(() => full.close())
    const to = await listening(full)
    const eve = await asAdult(full, 'eve@example.org')
    const answer = await begin(eve, { length: 12 * MEGABYTE, to }).answer
    expect([answer.status, answer.code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '60'])
  })

  it('that does not go on is in the way of its own account only', async () => {
    const stuck = [begin(ada), begin(ada), begin(ada)]
    let isAnswered = false
    const note = () => {
      isAnswered = true
    }
    for (const waiting of stuck) waiting.answer.then(note, note)
    const scan = await jpegOf()
    const { request: sent, answer } = begin(bob)
    sent.end(Buffer.concat([scan, Buffer.from(END)]))
    expect((await answer).status).toBe(201)
    expect(isAnswered).toBe(false)
  })

  it('whose sender is gone gives its place and its room back', async () => {
    const stuck = [begin(ada), begin(ada)]
    const scan = await jpegOf()
    const { request: sent, answer } = begin(ada)
    sent.end(Buffer.concat([scan, Buffer.from(END)]))
    for (const { request: gone } of stuck) gone.destroy()
    expect((await answer).status).toBe(201)
  })
})
