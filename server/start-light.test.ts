import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** What only some servers need, or only some requests, by the package it is in. */
const LATER = [
  ...['better-auth', 'kysely', 'openid-client', '@aws-sdk/client-s3', 'smtp-server', 'mailparser', 'nodemailer'],
  ...[
    'undici',
    'stripe',
    'sharp',
    'tesseract.js',
    'onnxruntime-node',
    '@electric-sql/pglite',
    'ajv',
    '@fastify/swagger',
    '@fastify/swagger-ui',
    '@dosewell/reading',
  ],
]

const SCRIPT = `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) })
  await Promise.all(process.argv.slice(1).map((file) => import(file)))
  console.log(JSON.stringify([...loaded]))`

/** Returns the files that the server's start imports; importing the start itself would start a server. */
const importsOfStart = (): string[] => {
  const start = readFileSync(path.join(import.meta.dirname, 'serve.ts'), 'utf8')
  return [...start.matchAll(/^(?:import(?! type)|\}) .*from '\.\/(.+)'$/gm)].flatMap(([, file]) => file ?? [])
}

it('a start reads no package that only some of its work needs', () => {
  const files = importsOfStart()
  // One on a line of its own, one over several lines.
  expect(files).toEqual(expect.arrayContaining(['app.ts', 'parts-or-exit.ts']))
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', SCRIPT, ...files.map((file) => path.join(import.meta.dirname, file))],
    { encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  const loaded: string[] = JSON.parse(stdout)
  const isIn = (name: string) =>
    loaded.some((url) => url.includes(`/node_modules/${name}/`) || url.includes(`/packages/${name.split('/')[1]}/`))
  expect(isIn('fastify')).toBe(true)
  expect(LATER.filter(isIn)).toEqual([])
})
