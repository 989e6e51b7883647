import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that wait for real minutes, the longest first. Begun last, they would keep one core busy and the others idle. */
const WAITING = ['tests/e2e/web-push.test.ts', 'tests/e2e/hidden-tab.test.ts', 'tests/e2e/accessibility.test.ts']

/** Vitest's order, but for files that would otherwise end long after all others. */
export default class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const found = WAITING.findIndex((name) => moduleId.endsWith(name))
      return found === -1 ? WAITING.length : found
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
