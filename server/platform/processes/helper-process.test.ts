import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { type HelperProcess, helperProcess } from './helper-process.ts'

const directory = mkdtempSync(join(tmpdir(), 'dosewell-helper-'))
afterAll(() => rm(directory, { recursive: true }))

/** Responds with its process id and the environment it sees; or never, leaving a file that shows it is at work. */
const file = join(directory, 'process.mjs')
const atWork = join(directory, 'at-work')
writeFileSync(
  file,
  `import { writeFileSync } from 'node:fs'
  process.on('message', ({ hang }) => {
    if (hang) writeFileSync(${JSON.stringify(atWork)}, '')
    else process.send({ pid: process.pid, secret: process.env.HELPER_TEST_SECRET })
  })
  process.on('disconnect', () => process.exit())`,
)

interface Said {
  pid: number
  secret?: string
}
let helper: HelperProcess<{ hang: boolean }, Said>
const start = (waiting = 8) => {
  helper = helperProcess(file, { timeout: 20_000, waiting, idle: 60_000 })
}
afterEach(() => helper.close())

describe('a helper process', () => {
  it('is one for all jobs and knows nothing of the server’s environment', async () => {
    start()
    process.env.HELPER_TEST_SECRET = 'secret'
    const said = await Promise.all([helper.ask({ hang: false }), helper.ask({ hang: false })])
    delete process.env.HELPER_TEST_SECRET
    const [first] = said
    expect(first).toEqual({ ok: true, answer: { pid: expect.any(Number) } })
    expect(said[1]).toEqual(first)
  })

  it('works on nothing for who is gone: a job at work ends with its process, one that waits is skipped', async () => {
    start()
    const before = await helper.ask({ hang: false })
    const gone = new AbortController()
    const working = helper.ask({ hang: true }, gone)
    const waiting = helper.ask({ hang: true }, gone)
    const next = helper.ask({ hang: false })
    await until(() => existsSync(atWork), { what: 'the job at work' })
    gone.abort()
    expect(await Promise.all([working, waiting])).toEqual([
      { ok: false, why: 'cancelled' },
      { ok: false, why: 'cancelled' },
    ])
    const after = await next
    expect(after).toMatchObject({ ok: true })
    expect(after).not.toEqual(before)
  })

  it('that is closed says nothing against the job it was at work on', async () => {
    start()
    rmSync(atWork, { force: true })
    const working = helper.ask({ hang: true })
    await until(() => existsSync(atWork), { what: 'the job at work' })
    helper.close()
    expect(await working).toEqual({ ok: false, why: 'busy' })
  })
})
