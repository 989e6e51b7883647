import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const REPOSITORY = path.resolve(import.meta.dirname, '../..')

let bin = ''

beforeEach(() => {
  bin = mkdtempSync(path.join(tmpdir(), 'dosewell-ci-'))
  // `npm test` says that it has begun, waits as tools/test.ts does, and ends with what became of the packages.
  const wait = `import { packagesCame } from '${path.join(REPOSITORY, 'tools/test/installation.ts')}'
    const came = await packagesCame()
    console.log('npm test:', JSON.stringify(came))
    process.exitCode = came.ok ? 0 : 1`
  writeFileSync(path.join(bin, 'wait.ts'), wait)
  command('npm', `echo "npm $1"\n[ "$1" = ci ] && exit\ntouch '${bin}/begun'\nexec node '${bin}/wait.ts'`)
})

afterEach(() => rmSync(bin, { recursive: true }))

describe('the gate', () => {
  it('begins while apt installs, and waits for it', async () => {
    fakeApt(`until [ -e '${bin}/begun' ]; do sleep 0.05; done`)
    const { code, output } = await gate()
    expect(output.trim().split('\n')).toEqual(['npm ci', 'npm test', 'npm test: {"ok":true}'])
    expect(code).toBe(0)
  })

  it('fails with what apt said', async () => {
    fakeApt('echo "E: Unable to locate package" >&2\nexit 100')
    const { code, output } = await gate()
    expect(output).toContain('E: Unable to locate package')
    expect(output).toContain('"sentence":"Debian\'s packages could not be installed: apt-get ended with 100."')
    expect(code).toBe(1)
  })

  it('fails when the list of packages cannot be fetched', async () => {
    command('apt-get', '[ "$1" = update ] && exit 100 || exit 0')
    expect((await gate()).code).toBe(1)
  })
})

/** An apt-get that does this when it is asked to install. */
function fakeApt(install: string): void {
  command('apt-get', `[ "$1" = update ] && exit\n${install}`)
}

function command(name: string, script: string): void {
  const file = path.join(bin, name)
  writeFileSync(file, `#!/usr/bin/env bash\n${script}\n`)
  chmodSync(file, 0o755)
}

/** Runs `.ci/run` with these commands instead of the real ones. */
async function gate(): Promise<{ code: number | null; output: string }> {
  const child = spawn(path.join(REPOSITORY, '.ci/run'), {
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, TMPDIR: bin },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}
