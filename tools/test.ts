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
import { type AppServer, PREPARED_DATABASE, startAppServer } from '#tests/support/app-server.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { buildClient } from './client-build.ts'
import { endWithParent } from './end-with-parent.ts'
import { type Ended, ended, REPOSITORY, start } from './run.ts'
import { type Present, packagesAreComing, packagesCame } from './test/installation.ts'
import { ensureChromium, ensurePostgres, ensureSwift } from './test/machine.ts'
import {
  IN_A_BROWSER,
  NEEDING_POSTGRES,
  ON_BUILT_CLIENT,
  ON_SWIFT,
  PROJECTS,
  STARTING_SERVERS,
  usesPostgres,
  withoutBrowser,
  withoutPostgres,
} from './test/projects.ts'
import { judge, type Problem, type TestReport, type TestRun, type Verdict } from './test/totals.ts'
import { REPORT_FILE } from './test/totals-reporter.ts'

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
  // Where apt still unpacks, what needs no package of Debian's comes first; otherwise nothing starts in vain.
  const begun = packagesAreComing() ? begin(wanted) : undefined
  const came = await packagesCame({ isInterrupted: () => interrupted })
  const expected = came.ok ? expectedOf(wanted) : came.sentence
  if (typeof expected === 'string') {
    await (await begun)?.prepared?.stop()
    return interrupted ? 130 : refuse(expected)
  }
  const { built, prepared } = await (begun ?? begin(expected))
  try {
    if (!interrupted) await runTests(built ? expected : withoutBrowser(expected), prepared)
  } finally {
    await prepared?.stop()
  }
  if (interrupted) return 130
  for (const test of runs.flatMap(({ report }) => report?.secondTries ?? []))
    console.log(`Passed only at the second try: ${test}`)
  return announce(judge({ expected, runs, failedSteps }))
}

/** The projects that will run here, or a sentence about what the others cannot do without. */
function expectedOf(wanted: string[]): string[] | string {
  if (wanted.length > withoutBrowser(wanted).length) {
    const chromium = ensureChromium()
    if (!chromium.ok) return chromium.sentence
  }
  const withPostgres = presentOrWithout(wanted, NEEDING_POSTGRES, 'PostgreSQL', ensurePostgres)
  return presentOrWithout(withPostgres, ON_SWIFT, 'Swift', ensureSwift)
}

type Begun = {
  /** Whether there is a client to test. */
  built: boolean
  /** The ended server whose database others begin with. */
  prepared: AppServer | undefined
}

/** What needs neither Chromium nor a database server. */
async function begin(projects: string[]): Promise<Begun> {
  const needsClient = projects.some((name) => ON_BUILT_CLIENT.includes(name))
  const startsServers = projects.some((name) => STARTING_SERVERS.includes(name))
  const [built, prepared] = await Promise.all([
    needsClient ? build() : true,
    startsServers ? prepare() : undefined,
    ...(words.length === 0 ? quickChecks() : []),
  ])
  return { built, prepared }
}

function refuse(sentence: string): number {
  const problems = [...failedSteps, sentence]
  return announce({ line: `0 passed, ${problems.length} failed`, problems, exitCode: 1 })
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

/** Otherwise every server would create its own database, which is most of the work of its start. */
async function prepare(): Promise<AppServer | undefined> {
  if (interrupted) return
  try {
    const server = await startAppServer({ needsClient: false })
    await server.end()
    return server
  } catch (error) {
    failedSteps.push(`No database could be prepared: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function runTests(projects: string[], prepared: AppServer | undefined): Promise<void> {
  return runWithPostgres(projects, prepared ? { [PREPARED_DATABASE]: path.join(prepared.dataDir, 'db') } : {})
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
