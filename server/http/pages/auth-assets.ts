import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Routes } from '../context.ts'

/** Sent as one file, in this order. */
const STYLES = ['colours', 'page', 'dialog', 'consent', 'shared']
const typeface = createRequire(import.meta.url).resolve(
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
)

/** Serves what the server's own pages load. They must look right even before the app was built or loaded. */
export const authAssetRoutes: Routes = async (app) => {
  const files = STYLES.map((name) => readFile(new URL(`./styles/${name}.css`, import.meta.url), 'utf8'))
  const css = (await Promise.all(files)).join('\n')
  const woff2 = await readFile(typeface)
  app.get('/auth.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(css),
  )
  app.get('/auth.woff2', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('font/woff2').header('cache-control', 'public, max-age=604800').send(woff2),
  )
}
