import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAGES } from '#domain/protocol/pages.ts'
import { precompress } from '../services/precompress.ts'
import { type TestApp, testApp } from '../testing/app.ts'

const SHELL = '<!doctype html><title>Dosewell</title>'
const SCRIPT = `export const words = ${JSON.stringify('dose '.repeat(500))}`

let clientDir: string
let server: TestApp
beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'client-'))
  await mkdir(join(clientDir, 'assets'))
  await writeFile(join(clientDir, 'index.html'), SHELL)
  await writeFile(join(clientDir, 'sw.js'), 'self.x = 1')
  await writeFile(join(clientDir, '.secret'), 'no')
  await writeFile(join(clientDir, 'assets', 'main-abc123.js'), SCRIPT)
  server = await testApp({ clientDir })
})
afterAll(async () => {
  await server.close()
  await rm(clientDir, { recursive: true, force: true })
})

describe('the built client', () => {
  it.each(Object.values(PAGES))('the page %s is the shell, asked for again each time', async (path) => {
    const answer = await server.inject(`${path}?voice=x`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(SHELL)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-type']).toContain('text/html')
  })

  it.each([
    '/nowhere',
    '/medications/x',
    '/.secret',
    '/assets/gone.js',
    '/../package.json',
    '/%2e%2e/package.json',
  ])('any other address (%s) is the shell with 404', async (path) => {
    const answer = await server.inject(path)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toBe(SHELL)
  })

  it('hashed assets are kept for a year; the worker and the shell are asked for again', async () => {
    const cached = async (path: string) => (await server.inject(path)).headers['cache-control']
    expect(await cached('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable')
    expect(await cached('/sw.js')).toBe('no-cache')
    expect(await cached('/index.html')).toBe('no-cache')
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
    expect(await precompress(clientDir)).toBe(6)
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
    const page = await server.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
    expect(page.headers['content-encoding']).toBe('gzip')
    expect((await server.inject('/assets/main-abc123.js')).body).toBe(SCRIPT)
  })
})
