/** The result of one vitest project. `failed` counts failed tests and files that failed to load. */
export type ProjectTotals = { passed: number; failed: number; skipped: number }

/**
 * What the reporter writes for the runner: one entry per project that ran, errors that belong to no test, and each test
 * that passed only on a second try, with its first error.
 */
export type TestReport = {
  projects: Record<string, ProjectTotals>
  unhandled: string[]
  secondTries: string[]
}

/** A reason for the run itself to fail (a step, a project that ran nothing): printed, and counted as one failure. */
export type Problem = string

/**
 * One run of vitest: its report, undefined when it ended without one, and its exit code, null after a signal. If that is
 * not 0 and no failure was reported, that is an unexplained failure.
 */
export type TestRun = { report: TestReport | undefined; exitCode: number | null }

export type Verdict = { line: string; problems: Problem[]; exitCode: 0 | 1 }

type Input = {
  /** Projects that should have run. */
  expected: string[]
  runs: TestRun[]
  /** Steps before the tests that failed, one sentence each. */
  failedSteps: Problem[]
}

/**
 * Adds up a run. The exit code is 0 exactly when the line says `0 failed`.
 * @returns line `N passed, N failed`, with `, N skipped` only when some were.
 */
export function judge({ expected, runs, failedSteps }: Input): Verdict {
  const reports = runs.flatMap(({ report }) => report ?? [])
  const projects = Object.assign({}, ...reports.map((report) => report.projects)) as TestReport['projects']
  const problems = [...failedSteps, ...silentProjects(expected, projects), ...reports.flatMap(unhandledErrors)]
  const sum = (key: keyof ProjectTotals, of = projects) =>
    Object.values(of).reduce((total, project) => total + project[key], 0)
  for (const { report, exitCode } of runs) {
    if (exitCode === 0 || sum('failed', report?.projects ?? {}) + problems.length > 0) continue
    problems.push(`vitest ended with ${exitCode ?? 'a signal'} and reported no failure`)
  }
  const failed = sum('failed') + problems.length
  const skipped = sum('skipped')
  const line = `${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return { line, problems, exitCode: failed > 0 ? 1 : 0 }
}

/** A suite that did not run proves nothing, and one with skipped tests only has not run either. */
function silentProjects(expected: string[], projects: Record<string, ProjectTotals>): Problem[] {
  return expected
    .filter((name) => (projects[name]?.passed ?? 0) + (projects[name]?.failed ?? 0) === 0)
    .map((name) => `the project ${name} ran no test`)
}

const unhandledErrors = ({ unhandled }: TestReport): Problem[] =>
  unhandled.map((message) => `unhandled error: ${message}`)
