import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The checkout that contains this file: tools work on it, whatever folder they are called from. */
export const REPOSITORY = path.resolve(import.meta.dirname, '..')

const BIN = path.join(REPOSITORY, 'node_modules/.bin')

/** Adds the settings of `.env` to the environment, unless they are already set. */
export function loadSettings(): void {
  const file = path.join(REPOSITORY, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

export type Ended = { code: number | null; signal: NodeJS.Signals | null }

/**
 * Starts a command of node_modules/.bin (or of PATH) in the checkout or another folder, on this terminal.
 * node_modules/.bin comes first on its PATH, so that every `node` is the one package.json declares.
 */
export function start(command: string, words: string[], env: NodeJS.ProcessEnv = {}, cwd = REPOSITORY): ChildProcess {
  const PATH = `${BIN}${path.delimiter}${process.env.PATH ?? ''}`
  // On Windows the commands of node_modules/.bin are scripts that only a shell starts.
  const shell = process.platform === 'win32'
  return spawn(command, words, {
    cwd,
    stdio: 'inherit',
    shell,
    env: { ...process.env, ...env, PATH },
  })
}

/** Resolves when the process has ended. A command that could not be started ends with code 127, as in a shell. */
export function ended(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve({ code: 127, signal: null })
    })
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}
