import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that run or wait longest in their group. Started last, they would keep one core busy while the others idle. */
const LONG_FILES = [
  'tests/e2e/web-push.test.ts',
  'tests/server/process/restore.test.ts',
  'tests/sync/simulation.test.ts',
  'tests/reminders/year/year.test.ts',
  // Not beside the other one in a browser that mostly waits: together they leave a core idle.
  'tests/e2e/hidden-tab.test.ts',
  'tests/server/writes/mailing-killed.test.ts',
  'tests/server/writes/killed.test.ts',
  'tests/server/process/data-dir.test.ts',
  'server/main.test.ts',
  'tests/screens/catch-up.test.ts',
  'tests/screens/admin.test.ts',
  'tests/e2e/accessibility.test.ts',
  'tests/e2e/restore.test.ts',
  'tests/e2e/install.test.ts',
]

/** Their limits of time are the shortest: most of them run when the browsers beside them have ended. */
const LAST_PROJECT = 'screens'

/**
 * Vitest's order, except that long files come first, those of one project in a row: they share a worker where they are
 * not isolated.
 */
export default class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONG_FILES.findIndex((name) => moduleId.endsWith(name))
      return found === -1 ? LONG_FILES.length : found
    }
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    const place = ({ project }: TestSpecification) => projects.indexOf(project.name)
    const isLast = ({ project }: TestSpecification) => Number(project.name === LAST_PROJECT)
    return sorted.toSorted(
      (one, other) => isLast(one) - isLast(other) || rank(one) - rank(other) || place(one) - place(other),
    )
  }
}
