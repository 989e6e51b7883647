import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { SHORT_LIVED } from '#tests/support/short-lived.ts'

const TOOLS = path.resolve(import.meta.dirname, '../../../tools')
/** Where the server has them too (server/main.ts). */
const COMPILED_MODULES = path.join(TOOLS, '../.cache/compiled-modules')
/** Half of what reading the modules costs (docs/decisions/068). */
const FOUND_ONCE = path.resolve(import.meta.dirname, '../../../server/platform/found-modules.ts')

export interface Ended {
  /** Null when it was killed. */
  code: number | null
  said: string
  complained: string
}

/**
 * Runs the command behind an npm script (`tools/<name>.ts`) to its end, or kills it (SIGKILL) once that file exists.
 */
export function runCommand(
  name: 'backup' | 'restore' | 'move-pictures',
  words: readonly string[],
  environment: Record<string, string>,
  { killWhen }: { killWhen?: string } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...SHORT_LIVED, '--import', FOUND_ONCE, path.join(TOOLS, `${name}.ts`), ...words],
      { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED_MODULES, ...environment } },
      (_error, said, complained) => {
        clearInterval(watch)
        resolve({ code: child.exitCode, said, complained })
      },
    )
    const watch = setInterval(() => {
      if (killWhen !== undefined && existsSync(killWhen)) child.kill('SIGKILL')
    }, 1)
  })
}
