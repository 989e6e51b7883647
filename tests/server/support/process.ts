import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { SHORT_LIVED } from '#tests/support/short-lived.ts'
import { until } from '#tests/support/wait.ts'

const MAIN = path.resolve(import.meta.dirname, '../../../server/main.ts')

export interface Report {
  outcome: 'serves' | 'refused' | 'undecided'
  /** The exit code; null while it runs, and when it was killed. */
  code: number | null
  /** Standard output and standard error. */
  said: string
  complained: string
}

/** A server that may also refuse to start: what it prints and how it ends. */
export interface ServerProcess {
  /** Resolves when it is serving or has ended. */
  readonly decided: Promise<unknown>
  report(): Report
  /** The address it serves. */
  url(): string
  /** Waits until a folder of its data directory holds that many files, or the server is already serving. */
  filesIn(folder: string, count: number): Promise<unknown>
  /** SIGTERM. Resolves with the exit code when the process has gone. */
  end(): Promise<number | null>
  /** SIGKILL. Resolves when the process has gone. */
  kill(): Promise<void>
}

/** @param environment overrides that of a test */
export function startServerProcess(dataDir: string, environment: Record<string, string> = {}): ServerProcess {
  const child: ChildProcess = spawn(process.execPath, [...SHORT_LIVED, MAIN], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let [said, complained] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complained += text
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const url = () => /http:\/\/\S+/.exec(said)?.[0] ?? ''
  const serves = async () => url() !== '' && (await fetch(`${url()}/api/health/ready`)).ok
  const isDecided = async () => hasEnded() || (await serves())
  const decided = until(isDecided, { timeout: 200_000, interval: 50, what: 'a server or its refusal' }).then(() =>
    hasEnded() ? closed : undefined,
  )
  // A caller that kills it without waiting does not ask what became of it.
  decided.catch(() => {})
  return {
    decided,
    url,
    report: () => ({
      outcome: hasEnded() ? 'refused' : url() ? 'serves' : 'undecided',
      code: child.exitCode,
      said,
      complained,
    }),
    filesIn(folder, count) {
      const where = path.join(dataDir, folder)
      const areThere = () =>
        url() !== '' || (existsSync(where) && readdirSync(where, { recursive: true }).length >= count)
      return until(areThere, { timeout: 200_000, interval: 1, what: `${count} files in ${folder}` })
    },
    async end() {
      if (!hasEnded()) child.kill('SIGTERM')
      await closed
      return child.exitCode
    },
    async kill() {
      if (!hasEnded()) child.kill('SIGKILL')
      await closed
    },
  }
}
