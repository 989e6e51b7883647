import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { prepareDatabase } from '#tests/support/app-server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { SHORT_LIVED } from '#tests/support/short-lived.ts'
import { until } from '#tests/support/wait.ts'

const MAIN = path.resolve(import.meta.dirname, '../../../server/main.ts')

it('a log that takes no more lines costs its lines, and not the server', async () => {
  const [port, dataDir] = [await freePort(), await mkdtemp(path.join(tmpdir(), 'dosewell-log-'))]
  prepareDatabase(dataDir)
  // The device fails every write as a full disk does (ENOSPC).
  const full = openSync('/dev/full', 'w')
  const server = spawn(process.execPath, [...SHORT_LIVED, MAIN], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'ignore', full],
  })
  onTestFinished(async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
    await rm(dataDir, { recursive: true })
  })
  const lives = async () => (await fetch(`http://127.0.0.1:${port}/api/health/live`)).ok
  await until(async () => server.exitCode !== null || (await lives()), {
    timeout: 60_000,
    what: 'the server',
  })
  // Each request writes a line.
  for (let time = 0; time < 20; time += 1) expect(await lives()).toBe(true)
  expect(server.exitCode).toBeNull()
})
