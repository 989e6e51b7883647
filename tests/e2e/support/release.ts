import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const REPOSITORY = path.resolve(import.meta.dirname, '../../..')

export interface Release {
  /** For `startAppServer({ repository })`. */
  readonly repository: string
  /**
   * Makes the server hand out the next build from now on: another shell, which says so in `<meta name="release">`, and
   * a worker that knows it.
   */
  publishNext(): void
  remove(): void
}

/** Copies the server and the built client so that a test may change them. The client must be built. */
export function copyOfApp(): Release {
  const repository = mkdtempSync(path.join(tmpdir(), 'dosewell-release-'))
  // With their times: otherwise every compressed copy would seem older than its file, and each server would make them
  // all anew.
  for (const part of ['server', 'domain', 'dist', 'package.json'])
    cpSync(path.join(REPOSITORY, part), path.join(repository, part), {
      recursive: true,
      preserveTimestamps: true,
    })
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(repository, 'node_modules'))
  const file = (name: string) => path.join(repository, 'dist/client', name)
  const change = (name: string, by: (text: string) => string) => {
    writeFileSync(file(name), by(readFileSync(file(name), 'utf8')))
    // When a file has a compressed copy, the server sends that one.
    for (const ending of ['.br', '.gz']) rmSync(`${file(name)}${ending}`, { force: true })
  }
  /** How the worker's list of files tells one version of the shell from another. */
  const revision = () =>
    createHash('md5')
      .update(readFileSync(file('app.html')))
      .digest('hex')
  return {
    repository,
    publishNext() {
      const installed = revision()
      change('app.html', (html) => html.replace('</head>', '<meta name="release" content="next" /></head>'))
      change('sw.js', (script) => {
        if (!script.includes(installed)) throw new Error('The worker does not list the shell by its MD5')
        return script.replaceAll(installed, revision())
      })
    },
    remove: () => rmSync(repository, { recursive: true, force: true }),
  }
}
