import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Routes } from '../context.ts'

const stylesheet = new URL('./auth.css', import.meta.url)
const typeface = createRequire(import.meta.url).resolve(
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
)

/** What the server's own pages load: they must look right before the app was ever built or loaded. */
export const authAssetRoutes: Routes = async (app) => {
  const [css, woff2] = await Promise.all([readFile(stylesheet), readFile(typeface)])
  app.get('/auth.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(css),
  )
  app.get('/auth.woff2', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('font/woff2').header('cache-control', 'public, max-age=604800').send(woff2),
  )
}
