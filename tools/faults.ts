/**
 * Plants the faults of tests/faults one at a time in a copy of this checkout, and runs the tests that must notice them.
 *
 *   node tools/faults.ts              all
 *   node tools/faults.ts mail claim   those whose description contains one of these words
 *   node tools/faults.ts domain       those that tests of that project must notice
 *   node tools/faults.ts --check      only checks that each fault still fits the code and that its tests exist
 *
 * Tests that fail without any fault prove nothing, so each file runs once on the unchanged copy. Exit code 0 when every
 * fault was noticed.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FAULTS, type Fault } from '#tests/faults/faults.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { changed } from '#tests/sync/source-change.ts'
import { type Ended, ended, REPOSITORY, start } from './run.ts'

const words = process.argv.slice(2)
const wanted = words.filter((word) => !word.startsWith('--'))
const chosen = FAULTS.filter(
  ({ what, noticedBy }) => wanted.length === 0 || wanted.some((word) => what.includes(word) || word in noticedBy),
)
const unfit = chosen.flatMap(problemsOf)
for (const problem of unfit) console.log(problem)
if (unfit.length > 0) process.exitCode = 1
else if (words.includes('--check')) console.log(`${chosen.length} faults fit the code`)
else process.exitCode = await plantAll()

function problemsOf({ what, change, noticedBy }: Fault): string[] {
  const gone = [change.file, ...Object.values(noticedBy).flat()].filter(
    (file) => !existsSync(path.join(REPOSITORY, file)),
  )
  if (gone.length > 0) return [`${what}: there is no ${gone.join(', ')}`]
  const times = readFileSync(path.join(REPOSITORY, change.file), 'utf8').split(change.from).length - 1
  return times === 1 ? [] : [`${what}: ${change.file} has ${times} times ${change.from}`]
}

async function plantAll(): Promise<number> {
  const copy = mkdtempSync(path.join(tmpdir(), 'dosewell-faults-'))
  const needsPostgres = chosen.some(({ noticedBy }) => 'server' in noticedBy)
  const postgres = needsPostgres ? await startPostgres() : null
  const env = postgres ? { TEST_POSTGRES_URL: postgres.url } : {}
  const run = (tests: Fault['noticedBy']) => runTests(copy, tests, env)
  const sound = new Map<string, boolean>()
  const isSound = async (tests: Fault['noticedBy']): Promise<boolean> => {
    const name = JSON.stringify(tests)
    if (!sound.has(name)) sound.set(name, (await run(tests)).code === 0)
    return sound.get(name) === true
  }
  let missed = 0
  try {
    copyCheckout(copy)
    for (const { what, change, noticedBy } of chosen) {
      const file = path.join(copy, change.file)
      const source = readFileSync(file, 'utf8')
      const passesWithout = await isSound(noticedBy)
      writeFileSync(file, changed(source, change))
      const { code } = await run(noticedBy)
      writeFileSync(file, source)
      const isNoticed = passesWithout && code === 1
      if (!isNoticed) missed += 1
      console.log(`${isNoticed ? 'noticed' : passesWithout ? 'MISSED' : 'FAILS WITHOUT IT'}: ${what}`)
    }
  } finally {
    await postgres?.stop()
    rmSync(copy, { recursive: true, force: true })
  }
  console.log(`${chosen.length - missed} passed, ${missed} failed`)
  return missed === 0 ? 0 : 1
}

/** Copies everything in git, and links the packages; the repository's own package leads into the copy. */
function copyCheckout(copy: string): void {
  const listed = execFileSync('git', ['ls-files'], { cwd: REPOSITORY, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  for (const file of listed.split('\n').filter((name) => name !== '' && existsSync(path.join(REPOSITORY, name))))
    cpSync(path.join(REPOSITORY, file), path.join(copy, file))
  const packages = path.join(REPOSITORY, 'node_modules')
  mkdirSync(path.join(copy, 'node_modules/@dosewell'), { recursive: true })
  for (const name of readdirSync(packages).filter((one) => one !== '@dosewell' && one !== '.vite'))
    symlinkSync(path.join(packages, name), path.join(copy, 'node_modules', name))
  for (const name of readdirSync(path.join(copy, 'packages')))
    symlinkSync(`../../packages/${name}`, path.join(copy, 'node_modules/@dosewell', name))
}

/** Ends with 0 when all passed. Browser tests use a client built from the copy. */
async function runTests(copy: string, tests: Fault['noticedBy'], env: NodeJS.ProcessEnv): Promise<Ended> {
  let last: Ended = { code: 0, signal: null }
  for (const [project, files] of Object.entries(tests)) {
    if (project === 'e2e') {
      const built = await ended(start('node', [path.join(copy, 'tools/build.ts')], env))
      if (built.code !== 0) return { code: 2, signal: null }
    }
    const vitest = path.join(copy, 'node_modules/vitest/vitest.mjs')
    const options = ['run', '--root', copy, '--config', path.join(copy, 'vitest.config.ts'), '--reporter=dot']
    // Faults have to be noticed by the short forms of the tests, as in `npm test`.
    last = await ended(
      start('node', [vitest, ...options, '--project', project, ...files], { ...env, TEST_LONG: '' }, copy),
    )
    if (last.code !== 0) return last
  }
  return last
}
