import { existsSync, readFileSync } from 'node:fs'
import { until } from '#tests/support/wait.ts'

/** Whether what tests need is there, and if not, a sentence about that. */
export type Present = { ok: true } | { ok: false; sentence: string }

/**
 * Environment variable that names the file into which `.ci/run` writes apt's exit code at the end. What apt prints is
 * in a file beside it, with `.log` after its name.
 */
const INSTALLATION = 'DOSEWELL_INSTALLATION'

/** apt's mirrors can be slow; an installation that was killed never says so. */
const INSTALLED_WITHIN = 10 * 60_000

/** Returns whether Debian's packages may still be on their way. */
export const packagesAreComing = (env: NodeJS.ProcessEnv = process.env): boolean => Boolean(env[INSTALLATION])

type Waiting = { env?: NodeJS.ProcessEnv; within?: number; isInterrupted?: () => boolean }

/**
 * Waits for the packages that `.ci/run` installs meanwhile; resolves at once where it installs none.
 * @returns what is wrong, after printing what apt said, when they did not come
 */
export async function packagesCame({
  env = process.env,
  within = INSTALLED_WITHIN,
  isInterrupted = () => false,
}: Waiting = {}): Promise<Present> {
  const file = env[INSTALLATION]
  if (!file) return { ok: true }
  const codeOrEnd = () => (isInterrupted() ? 'interrupted' : existsSync(file) && readFileSync(file, 'utf8').trim())
  const code = await until(codeOrEnd, { timeout: within, interval: 100 }).catch(() => undefined)
  if (code === '0') return { ok: true }
  const log = `${file}.log`
  if (existsSync(log)) console.log(readFileSync(log, 'utf8'))
  const end = code === undefined ? `had not ended after ${within / 1000} seconds` : `ended with ${code}`
  return { ok: false, sentence: `Debian's packages could not be installed: apt-get ${end}.` }
}
