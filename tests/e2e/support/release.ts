import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const REPOSITORY = path.resolve(import.meta.dirname, '../../..')

export interface Release {
  /** For `startAppServer({ repository })`. */
  readonly repository: string
  /** From now on the server hands out a worker that differs from the installed one, as after an update of the app. */
  publishNext(): void
  remove(): void
}

/** A copy of server and built client that a story may change. The client must be built. */
export function copyOfApp(): Release {
  const repository = mkdtempSync(path.join(tmpdir(), 'dosewell-release-'))
  for (const part of ['server', 'domain', 'dist', 'package.json'])
    cpSync(path.join(REPOSITORY, part), path.join(repository, part), { recursive: true })
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(repository, 'node_modules'))
  const worker = path.join(repository, 'dist/client/sw.js')
  return {
    repository,
    publishNext() {
      appendFileSync(worker, '\n// the next version\n')
      // Where a compressed copy lies beside a file, the server sends that one.
      for (const ending of ['.br', '.gz']) rmSync(`${worker}${ending}`, { force: true })
    },
    remove: () => rmSync(repository, { recursive: true, force: true }),
  }
}
