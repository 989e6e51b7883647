import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDatabase } from '#tests/support/app-server.ts'
import { SHORT_LIVED } from '#tests/support/short-lived.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

let directory: string
let children: ChildProcess[] = []
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'main-'))
  prepareDatabase(directory)
})
afterEach(async () => {
  await Promise.all(children.map((child) => end(child, 'SIGKILL')))
  children = []
  await rm(directory, { recursive: true, force: true })
})

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  child.kill(signal)
  const [code] = await exit
  return code
}

interface Outcome {
  child: ChildProcess
  /** What it printed for the operator. */
  said: string
  complained: string
  code: number | null
  /** Its address; empty if it refused to start. */
  base: string
}

/** Starts the real process and waits until it listens or ends. */
function launch(environment: Record<string, string> = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [...SHORT_LIVED, main], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: directory,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let [said, complained] = ['', '']
  return new Promise((resolve) => {
    const done = (code: number | null) =>
      resolve({ child, said, complained, code, base: /http:\/\/\S+/.exec(said)?.[0] ?? '' })
    child.stderr?.on('data', (chunk) => {
      complained += chunk
    })
    child.stdout?.on('data', (chunk) => {
      said += chunk
      if (said.includes('Mails are')) done(null)
    })
    child.on('close', (code) => done(code))
  })
}

const askForCode = (base: string, email: string) =>
  fetch(`${base}/api/login`, { method: 'POST', body: new URLSearchParams({ email }), redirect: 'manual' })

describe('the process', () => {
  it('says where it is and where mails go, logs sign-in codes while mails are files, and ends cleanly on SIGTERM', async () => {
    const server = await launch({ LOG_LEVEL: 'info' })
    expect(server.said).toBe(`Dosewell is at ${server.base}\nMails are written to ${directory}/outbox\n`)
    expect((await fetch(`${server.base}/api/health/ready`)).status).toBe(200)
    let log = ''
    server.child.stderr?.on('data', (chunk) => {
      log += chunk
    })
    expect((await askForCode(server.base, 'ann@example.org')).status).toBe(303)
    const [file = ''] = await readdir(join(directory, 'outbox'))
    const code = /\b\d{6}\b/.exec(await readFile(join(directory, 'outbox', file), 'utf8'))?.[0]
    expect(await end(server.child, 'SIGTERM')).toBe(0)
    expect(log).toContain(`sign-in code ${code}`)
    expect(log).not.toContain('ann@example.org')
  })

  it('takes what an earlier start has compiled', async () => {
    await end((await launch()).child, 'SIGTERM')
    const next = await launch({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
    expect(next.complained).toMatch(/server\/serve\.ts was accepted/)
  })

  it('makes its keys for push messages once; what is no key any more stops the start', async () => {
    const file = join(directory, 'vapid.json')
    const pushing = { VAPID_SUBJECT: 'mailto:push@example.org' }
    await end((await launch(pushing)).child, 'SIGTERM')
    const keys = await readFile(file, 'utf8')
    await end((await launch(pushing)).child, 'SIGTERM')
    expect(await readFile(file, 'utf8')).toBe(keys)
    await writeFile(file, keys.slice(0, 20))
    const refused = await launch(pushing)
    expect(refused.code).toBe(1)
    expect(refused.complained).toContain(`${file} does not hold the keys for push messages any more.`)
  })

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535.\n'],
    [{ RATE_LIMIT_SCALE: 'fast' }, 'RATE_LIMIT_SCALE must be a number above 0.\n'],
    [
      { DATA_DIR: '/dev/null/x' },
      "DATA_DIR /dev/null/x cannot be used: ENOTDIR: not a directory, mkdir '/dev/null/x'.\n",
    ],
    [{ SPEECH_MODEL_DIR: '/dev/null/x' }, 'SPEECH_MODEL_DIR /dev/null/x is a file and not a directory.\n'],
  ])('with %j it does not start, and says why in one line', async (environment, sentence) => {
    const refused = await launch(environment)
    expect(refused).toMatchObject({ code: 1, said: '', complained: sentence })
  })
})
