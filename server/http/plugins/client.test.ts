import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAGES, SHARED_PAGES, sharedPart } from '#domain/protocol/pages.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { asAdult, signIn } from '../../testing/people.ts'
import { addMedication, send } from '../../testing/writes.ts'
import { precompress } from '../precompress.ts'

const APP = '<!doctype html><html lang="en-AU"><title>App</title><!-- greeting -->'
const FIRST_RUN = '<p>Add the first one</p>'
const VISITOR = '<!doctype html><title>App, no session</title>'
const PAGES_OF_VISITOR: Partial<Record<string, string>> = {
  [PAGES.home]: 'index.html',
  [PAGES.pricing]: 'pricing.html',
  [PAGES.privacy]: 'privacy.html',
  [PAGES.terms]: 'terms.html',
}
const SIGNED_IN = { cookie: 'dosewell-session=some' }
const SIGNED_OUT = { cookie: 'signed_out=1' }
const DECODER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
const SCRIPT = `export const words = ${JSON.stringify('dose '.repeat(500))}`

/** Longer than what is compressed as well as possible. */
const WASM = Buffer.alloc(5_500_000, 'wasm')
const MODEL = Buffer.from([8, 9, 10])

let clientDir: string
let server: TestApp
beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'client-'))
  await mkdir(join(clientDir, 'assets'))
  await writeFile(join(clientDir, 'app.html'), APP)
  await writeFile(join(clientDir, 'visitor.html'), VISITOR)
  for (const name of Object.values(PAGES_OF_VISITOR)) await writeFile(join(clientDir, String(name)), `page ${name}`)
  await writeFile(join(clientDir, 'first-run.html'), FIRST_RUN)
  for (const name of ['index', 'pricing']) await writeFile(join(clientDir, `${name}.ar.html`), `page ${name}.ar.html`)
  await writeFile(join(clientDir, 'first-run.ar.html'), '<p>in Arabic</p>')
  for (const page of SHARED_PAGES) await writeFile(join(clientDir, String(sharedPart(page))), `part of ${page}`)
  await writeFile(join(clientDir, 'shared-pricing.ar.html'), 'part in Arabic')
  await writeFile(join(clientDir, 'sw.js'), 'self.x = 1')
  await writeFile(join(clientDir, '.secret'), 'no')
  await writeFile(join(clientDir, 'assets', 'main-abc123.js'), SCRIPT)
  await writeFile(join(clientDir, 'assets', 'heic-decoder-abc123.js'), SCRIPT)
  await writeFile(join(clientDir, 'assets', 'worker.min-abc123.js'), SCRIPT)
  await writeFile(join(clientDir, 'assets', 'barcode-decoder-abc123.js'), SCRIPT)
  await writeFile(join(clientDir, 'assets', 'print-reader-abc123.js'), SCRIPT)
  await writeFile(join(clientDir, 'assets', 'ort-wasm-abc123.wasm'), WASM)
  await writeFile(join(clientDir, 'assets', 'reader-abc123.onnx'), MODEL)
  server = await testApp({ clientDir })
})
afterAll(async () => {
  await server.close()
  await rm(clientDir, { recursive: true, force: true })
})

describe('the built client', () => {
  const pages = Object.values(PAGES)
  it.each(pages)('the page %s is the app for a session, of which no cache keeps a copy', async (url) => {
    const answer = await server.inject({ url: `${url}?voice=x`, headers: SIGNED_IN })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(APP)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers.vary).toMatch(/cookie/i)
    expect(answer.headers['content-type']).toContain('text/html')
  })

  it('the home screen is the app, without a greeting, while the database is away, and so is a page for everyone', async () => {
    const own = await testApp({ clientDir })
    const { cookie } = await asAdult(own, 'ada@example.org')
    // The listener has its own connection, which closing the database would wait for.
    await own.changeNotifications.close()
    await own.database.close()
    for (const url of [PAGES.home, PAGES.pricing]) {
      const answer = await own.inject({ url, headers: { cookie } })
      expect([answer.statusCode, answer.body]).toEqual([200, APP])
    }
    await own.close()
  })

  it('a user reads the pages for everyone in the document already, in the language of the account', async () => {
    const rosa = await asAdult(server, 'rosa@example.org')
    const { cookie } = rosa
    for (const page of SHARED_PAGES) {
      const answer = await server.inject({ url: page, headers: { cookie } })
      expect(answer.body).toBe(`${APP.replace('<!-- greeting -->', '')}<main class="shared">part of ${page}</main>`)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['content-type']).toContain('text/html')
    }
    const others = await server.inject({ url: PAGES.contact, headers: { cookie } })
    expect(others.body).toBe(APP)
    await send(rosa, 'PATCH', '/api/user/profile', { language: 'ar' })
    const arabic = await server.inject({ url: PAGES.pricing, headers: { cookie } })
    expect(arabic.body).toContain('<html lang="ar" dir="rtl"')
    expect(arabic.body).toContain('part in Arabic')
  })

  it('a visitor gets a page of their own as plain HTML, any other as the app, told that there is no session', async () => {
    for (const url of pages) {
      const answer = await server.inject(url)
      const own = PAGES_OF_VISITOR[url]
      expect(answer.body).toBe(own ? `page ${own}` : VISITOR)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers.vary).toMatch(/cookie/i)
    }
  })

  it('the example is the app without a session for everybody, at every address below it', async () => {
    for (const url of ['/example', '/example/history']) {
      for (const headers of [SIGNED_IN, {}]) {
        const answer = await server.inject({ url, headers })
        expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, VISITOR, 'no-store'])
      }
    }
    expect((await server.inject('/examples')).statusCode).toBe(404)
  })

  it('a visitor gets their page in the first language of the browser that is offered', async () => {
    const ask = (url: string, languages: string) =>
      server.inject({ url, headers: { 'accept-language': languages } }).then(({ body }) => body)
    expect(await ask(PAGES.home, 'ar-EG,ar;q=0.9,en;q=0.8')).toBe('page index.ar.html')
    expect(await ask(PAGES.pricing, 'xx,ar;q=0.5')).toBe('page pricing.ar.html')
    expect(await ask(PAGES.pricing, 'xx,en;q=0.5,ar;q=0.1')).toBe('page pricing.html')
    expect(await ask(PAGES.medications, 'ar')).toBe(VISITOR)
  })

  it('whoever has no medication is greeted and invited in the language of the account', async () => {
    const amal = await asAdult(server, 'amal@example.org')
    await send(amal, 'PATCH', '/api/user/profile', { language: 'ar' })
    const { body } = await server.inject({ url: '/', headers: { cookie: amal.cookie } })
    expect(body).toContain('<html lang="ar" dir="rtl">')
    expect(body).toContain('<p>in Arabic</p>')
    expect(body).not.toContain('Welcome')
  })

  it('Stripe’s script may run at /subscribe, for visitors too, and on no other page', async () => {
    for (const url of pages) {
      for (const headers of [SIGNED_IN, {}]) {
        const answer = await server.inject({ url, headers })
        const policy = String(answer.headers['content-security-policy'])
        expect(policy.includes('https://js.stripe.com')).toBe(url === PAGES.subscribe)
        expect(policy).toContain("default-src 'none'")
      }
    }
  })

  it('a sign-out by address, which the app has to finish on the device, gets the app', async () => {
    for (const url of pages) expect((await server.inject({ url, headers: SIGNED_OUT })).body).toBe(APP)
  })

  it.each(['/nowhere', '/medications/x', '/.secret', '/assets/gone.js', '/../package.json', '/%2e%2e/package.json'])(
    'any other address (%s) is the app with 404',
    async (url) => {
      const answer = await server.inject(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toBe(VISITOR)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers.vary).toMatch(/cookie/i)
      expect((await server.inject({ url, headers: SIGNED_IN })).body).toBe(APP)
    },
  )

  it('hashed assets are kept for a year; the worker and its shell are asked for again', async () => {
    const cached = async (path: string) => (await server.inject(path)).headers['cache-control']
    expect(await cached('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable')
    expect(await cached('/sw.js')).toBe('no-cache')
    expect(await cached('/app.html')).toBe('no-cache')
  })

  it('WebAssembly may run in the workers for pictures alone, which reach nobody but us', async () => {
    const policy = async (path: string) => (await server.inject(path)).headers['content-security-policy']
    expect(await policy('/assets/heic-decoder-abc123.js')).toBe(DECODER_POLICY)
    expect(await policy('/assets/worker.min-abc123.js')).toBe(DECODER_POLICY)
    expect(await policy('/assets/barcode-decoder-abc123.js')).toBe(DECODER_POLICY)
    expect(await policy('/assets/print-reader-abc123.js')).toBe(DECODER_POLICY)
    for (const path of ['/', '/app.html', '/assets/main-abc123.js', '/sw.js']) {
      expect(await policy(path)).not.toContain('unsafe')
    }
  })

  it('models come as they are, with their length; WebAssembly as what a browser compiles while it still comes', async () => {
    const model = await server.inject('/assets/reader-abc123.onnx')
    expect(model.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(MODEL.length),
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(model.rawPayload).toEqual(MODEL)
    const wasm = await server.inject('/assets/ort-wasm-abc123.wasm')
    expect(wasm.headers).toMatchObject({
      'content-type': 'application/wasm',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it('the home screen of a known person begins with their greeting, as text; nowhere else, and not before the age is known', async () => {
    const pat = await asAdult(server, "o'neil@example.org")
    const body = async (url: string, cookie: string) => (await server.inject({ url, headers: { cookie } })).body
    const home = await body('/', pat.cookie)
    expect(home).toContain('o&#39;neil@example.org</p>')
    expect(home).toContain('Welcome to Your Medication Dashboard')
    expect(await body(PAGES.history, pat.cookie)).toBe(APP)
    const { cookie } = await signIn(server, 'new@example.org')
    expect(await body('/', cookie)).toBe(APP)
  })

  it('below it the home screen invites whoever has no medication, as soon and as long as that is so', async () => {
    const una = await asAdult(server, 'una@example.org')
    const home = async () => (await server.inject({ url: '/', headers: { cookie: una.cookie } })).body
    expect(await home()).toContain(`</h1></div>${FIRST_RUN}</div></main>`)
    const { id } = await addMedication(una)
    expect(await home()).toContain('</h1></div></div></main>')
    await send(una, 'DELETE', `/api/medications/${id}`)
    expect(await home()).toContain(FIRST_RUN)
  })

  it('an unchanged file answers 304', async () => {
    const first = await server.inject('/sw.js')
    const again = await server.inject({
      url: '/sw.js',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  it('files are written compressed once, and sent so to who understands it', async () => {
    expect(await precompress(clientDir)).toBe(42)
    expect(await precompress(clientDir)).toBe(0)
    expect((await readdir(clientDir)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    const answer = await server.inject({
      url: '/assets/main-abc123.js',
      headers: { 'accept-encoding': 'br, gzip' },
    })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(answer.headers['content-type']).toContain('javascript')
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT)
    const decoder = await server.inject({
      url: '/assets/heic-decoder-abc123.js',
      headers: { 'accept-encoding': 'br' },
    })
    expect(decoder.headers).toMatchObject({
      'content-encoding': 'br',
      'content-security-policy': DECODER_POLICY,
    })
    const wasm = await server.inject({ url: '/assets/ort-wasm-abc123.wasm', headers: { 'accept-encoding': 'br' } })
    expect(wasm.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'application/wasm' })
    expect(brotliDecompressSync(wasm.rawPayload).equals(WASM)).toBe(true)
    const page = await server.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
    expect(page.headers['content-encoding']).toBe('gzip')
    expect(page.headers.vary).toBe('accept-encoding, accept-language, cookie')
    expect((await server.inject('/assets/main-abc123.js')).body).toBe(SCRIPT)
  })
})
