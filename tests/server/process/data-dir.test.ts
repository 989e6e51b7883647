import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDatabase } from '#tests/support/app-server.ts'
import { sized } from '#tests/support/long.ts'
import { type ServerProcess, startServerProcess } from '../support/process.ts'

const TIMES = sized({ short: 4, long: 20 })
/** How many processes start at the same time; all of them together would only wait for the cores. */
const AT_ONCE = 4

let directory: string
let running: ServerProcess[] = []
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'dosewell-data-'))
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.kill()))
  running = []
  rmSync(directory, { recursive: true, force: true })
})

async function start(): Promise<ServerProcess> {
  const server = startServerProcess(directory)
  running.push(server)
  await server.decided
  return server
}

const startTogether = (count: number) => Promise.all(Array.from({ length: count }, start))

const refusal = () => ({
  outcome: 'refused',
  code: 1,
  said: '',
  complained: `Another Dosewell is already running on ${directory}. Stop it, or set DATA_DIR to another directory.\n`,
})

describe('one data directory', () => {
  it(`refuses a second process ${TIMES} of ${TIMES} times, while the first goes on, and belongs to the next once that is killed`, async () => {
    prepareDatabase(directory)
    const first = await start()
    expect(first.report()).toMatchObject({ outcome: 'serves' })
    for (let round = 0; round < TIMES / AT_ONCE; round += 1)
      for (const second of await startTogether(AT_ONCE)) expect(second.report()).toEqual(refusal())
    expect((await fetch(`${first.url()}/api/health/ready`)).status).toBe(200)
    for (let round = 0, owner = first; round < sized({ short: 1, long: 3 }); round += 1) {
      await owner.kill()
      owner = await start()
      expect(owner.report()).toMatchObject({ outcome: 'serves' })
    }
  })

  it(`is given to exactly one of ${TIMES} processes that start at once on a fresh one`, async () => {
    const all = await startTogether(TIMES)
    const reports = all.map((server) => server.report())
    expect(reports.filter(({ outcome }) => outcome === 'serves')).toHaveLength(1)
    expect(reports.filter(({ outcome }) => outcome !== 'serves')).toEqual(Array.from({ length: TIMES - 1 }, refusal))
    expect(existsSync(path.join(directory, 'db/PG_VERSION'))).toBe(true)
  })

  it('can be opened after a first start that was killed at any moment', async () => {
    for (const moment of sized({ short: [200], long: [20, 200] })) {
      const first = startServerProcess(directory)
      running.push(first)
      await first.filesIn('db', moment)
      await first.kill()
      const next = await start()
      expect(next.report()).toMatchObject({ outcome: 'serves', complained: '' })
      expect((await fetch(`${next.url()}/api/health/ready`)).status).toBe(200)
      await next.kill()
      rmSync(path.join(directory, 'db'), { recursive: true })
    }
  })
})
