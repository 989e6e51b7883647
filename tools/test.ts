/**
 * `npm test`: runs everything and ends with the line `N passed, N failed`. Long proofs have a short form here;
 * `npm run test:long` runs them in full (tools/test-long.ts).
 *
 *   node tools/test.ts                    lint, type check and client build in parallel, then every project of
 *                                         vitest.config.ts
 *   node tools/test.ts e2e sync           only these projects, without lint and type check
 *   node tools/test.ts e2e tests/e2e/offline.test.ts    only these files of the project
 *
 * Exit code 0 exactly when nothing failed; 130 after Ctrl-C.
 */
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { precompress } from '#server/http/precompress.ts'
import { PREPARED_DATABASE, startAppServer } from '#tests/support/app-server.ts'
import { findPostgres, startPostgres } from '#tests/support/postgres.ts'
import { buildClient } from './client-build.ts'
import { endWithParent } from './end-with-parent.ts'
import { type Ended, ended, REPOSITORY, start } from './run.ts'
import { ensureChromium, ensurePostgres, ensureSwift, type Present } from './test/machine.ts'
import { judge, type Problem, type TestReport, type TestRun, type Verdict } from './test/totals.ts'
import { REPORT_FILE } from './test/totals-reporter.ts'

const PROJECTS = [
  'domain',
  'client',
  'server',
  'screens',
  'repo',
  'server-pglite',
  'process',
  'writes',
  'writes-postgres',
  'bucket',
  'sync',
  'reminders',
  'waiting',
  'e2e',
]
const IN_A_BROWSER = ['waiting', 'e2e']
/** These use the built client: the tests in a browser, and the test of its size. */
const ON_BUILT_CLIENT = [...IN_A_BROWSER, 'repo']
/** These start servers as processes, most of them on a database that has been through its first start. */
const STARTING_SERVERS = [...IN_A_BROWSER, 'server', 'process', 'writes']
/** `server-pglite` repeats on PGlite what has run on PostgreSQL in `server`. */
const NEEDING_POSTGRES = ['server-pglite', 'writes-postgres', 'bucket']
/** These run on PostgreSQL where there is one, and otherwise on PGlite. */
const RATHER_ON_POSTGRES = ['server', 'screens']
const ON_SWIFT = ['bucket']

const words = process.argv.slice(2)
const files = words.filter((word) => word.endsWith('.test.ts') || word.endsWith('.test.tsx'))
const chosen = words.filter((word) => !files.includes(word))
const failedSteps: Problem[] = []
/** Projects that do not run here, with what is missing for each. */
const leftOut = new Map<string, string>()
const running = new Set<ChildProcess>()
/** The runs of vitest that have ended. */
const runs: TestRun[] = []
let interrupted = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    for (const child of running) child.kill(signal)
  })
}

endWithParent()
process.exitCode = await main()

async function main(): Promise<number> {
  const unknown = chosen.filter((name) => !PROJECTS.includes(name))
  if (unknown.length > 0)
    return refuse(`There is no test project ${unknown.join(', ')}. There are ${PROJECTS.join(', ')}.`)
  const wanted = chosen.length > 0 ? chosen : PROJECTS
  if (wanted.some((name) => IN_A_BROWSER.includes(name))) {
    const chromium = ensureChromium()
    if (!chromium.ok) return refuse(chromium.sentence)
  }
  const withPostgres = presentOrWithout(wanted, NEEDING_POSTGRES, 'PostgreSQL', ensurePostgres)
  const expected = presentOrWithout(withPostgres, ON_SWIFT, 'Swift', ensureSwift)
  const needsClient = expected.some((name) => ON_BUILT_CLIENT.includes(name))
  const [built] = await Promise.all([!needsClient || build(), ...(words.length === 0 ? quickChecks() : [])])
  if (!interrupted) await runTests(built ? expected : expected.filter((name) => !IN_A_BROWSER.includes(name)))
  if (interrupted) return 130
  for (const test of runs.flatMap(({ report }) => report?.secondTries ?? []))
    console.log(`Passed only at the second try: ${test}`)
  return announce(judge({ expected, runs, failedSteps }))
}

function refuse(sentence: string): number {
  return announce({ line: '0 passed, 1 failed', problems: [sentence], exitCode: 1 })
}

/** Prints what failed apart from the tests, then the totals as the last line. */
function announce({ line, problems, exitCode }: Verdict): number {
  for (const [project, missing] of leftOut)
    console.log(`Skipped: the project ${project}, because ${missing} is not installed.`)
  for (const problem of problems) console.log(`Failed: ${problem}`)
  console.log(line)
  return exitCode
}

/** A machine without such a server may skip its projects; CI may not. */
function presentOrWithout(wanted: string[], projects: string[], server: string, ensure: () => Present): string[] {
  const affected = projects.filter((project) => wanted.includes(project))
  if (affected.length === 0) return wanted
  const present = ensure()
  if (present.ok) return wanted
  console.log(present.sentence)
  if (process.env.CI === 'true') failedSteps.push(present.sentence)
  else for (const project of affected) leftOut.set(project, server)
  return wanted.filter((project) => !affected.includes(project))
}

function usesPostgres(names: string[]): boolean {
  const needsIt = names.length > withoutPostgres(names).length
  return needsIt || (names.some((name) => RATHER_ON_POSTGRES.includes(name)) && findPostgres() !== undefined)
}

function withoutPostgres(names: string[]): string[] {
  return names.filter((name) => !NEEDING_POSTGRES.includes(name))
}

/** In parallel: each of them leaves a core idle for part of its time. */
function quickChecks(): Promise<void>[] {
  const lint = step('The lint failed', 'lint:code').then(() => step('An import rule is broken', 'lint:imports'))
  return [step('The type check failed', 'typecheck'), lint]
}

async function step(problem: Problem, script: string): Promise<void> {
  if (interrupted) return
  const { code } = await follow(start('npm', ['run', '--silent', script]))
  if (code !== 0) failedSteps.push(problem)
}

/** Waits for a child, passing signals on to it meanwhile. */
async function follow(child: ChildProcess): Promise<Ended> {
  running.add(child)
  const end = await ended(child)
  running.delete(child)
  return end
}

async function build(): Promise<boolean> {
  if (interrupted) return false
  const built = await buildClient(follow)
  if (!built) failedSteps.push('The client could not be built, so no browser test ran')
  // Otherwise the first servers would all do it at the same time, during the tests.
  else await precompress(path.join(REPOSITORY, 'dist/client'), 'quick')
  return built
}

async function runTests(projects: string[]): Promise<void> {
  // Otherwise every server would create its own, which is most of the work of its start.
  const startsServers = projects.some((name) => STARTING_SERVERS.includes(name))
  const prepared = startsServers ? await startAppServer({ needsClient: false }) : undefined
  await prepared?.end()
  try {
    await runWithPostgres(projects, {
      ...(prepared ? { [PREPARED_DATABASE]: path.join(prepared.dataDir, 'db') } : {}),
    })
  } finally {
    await prepared?.stop()
  }
}

async function runWithPostgres(projects: string[], env: NodeJS.ProcessEnv): Promise<void> {
  if (!usesPostgres(projects)) return runSideBySide(projects, env)
  const postgres = await startPostgres().catch((error: unknown) => {
    failedSteps.push(error instanceof Error ? error.message : String(error))
  })
  if (!postgres) return runSideBySide(withoutPostgres(projects), env)
  try {
    if (!interrupted) await runSideBySide(projects, { ...env, TEST_POSTGRES_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}

/**
 * The tests in a browser race it with limits of seconds, and leave a third of the processor idle: the others take that,
 * at a lower priority.
 */
async function runSideBySide(projects: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const others = projects.filter((name) => !IN_A_BROWSER.includes(name))
  const inABrowser = projects.filter((name) => IN_A_BROWSER.includes(name))
  await Promise.all([
    runVitest(inABrowser, { ...env, [REPORT_FILE]: reportOf('browsers') }),
    runVitest(others, { ...env, [REPORT_FILE]: reportOf('others') }, constants.priority.PRIORITY_LOW),
  ])
}

function reportOf(run: string): string {
  return path.join(REPOSITORY, `.cache/test-report-${run}.json`)
}

async function runVitest(
  projects: string[],
  env: NodeJS.ProcessEnv & { [REPORT_FILE]: string },
  priority?: number,
): Promise<void> {
  if (projects.length === 0) return
  const reportFile = env[REPORT_FILE]
  rmSync(reportFile, { force: true })
  const reporters = ['--reporter=default', '--reporter=./tools/test/totals-reporter.ts']
  const command = ['run', ...reporters, ...projects.flatMap((name) => ['--project', name]), ...files]
  const vitest = start('vitest', command, env)
  if (vitest.pid !== undefined && priority !== undefined) setPriority(vitest.pid, priority)
  const { code } = await follow(vitest)
  const report = existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, 'utf8')) as TestReport) : undefined
  runs.push({ report, exitCode: code })
}
