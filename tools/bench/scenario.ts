import type { Figure } from './figures.ts'
import type { Setup } from './setup.ts'

/** Measurements that share what they need to be prepared with. */
export interface Scenario {
  /** The rows it can measure, in the order of the table. */
  rows: readonly string[]
  /**
   * @param wanted the rows among its own that are asked for
   * @param add takes each figure as soon as it is known, so that a later failure loses no earlier figure
   */
  run(setup: Setup, wanted: ReadonlySet<string>, add: (figure: Figure) => void): Promise<void>
}
