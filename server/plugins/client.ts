import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import serveFiles from '@fastify/static'
import plugin from 'fastify-plugin'
import { PAGES } from '#domain/protocol/pages.ts'
import type { App } from '../context.ts'

/** Files whose name carries a hash of their content. */
const HASHED = `${sep}assets${sep}`

/** Everything else is asked for again each time, at the price of a 304: an old worker or shell must not linger. */
const cacheControl = (path: string): string =>
  path.includes(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache'

/**
 * The built client: its files, and its shell at every page address. Ready-made .br and .gz files beside a file are
 * preferred. Without a build nothing is registered, and every page is the plain 404 page.
 */
export default plugin(async (app: App, { clientDir }: { clientDir: string }) => {
  if (!existsSync(join(clientDir, 'index.html'))) return
  await app.register(serveFiles, {
    root: clientDir,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControl(path))
    },
  })
  for (const path of Object.values(PAGES)) {
    app.get(path, { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'))
  }
})

/** The shell for addresses that are no page; null without a build. Read each time: a new build needs no restart. */
export async function readShell(clientDir: string | undefined): Promise<Buffer | null> {
  if (!clientDir) return null
  return readFile(join(clientDir, 'index.html')).catch(() => null)
}
