import type { Figure } from './figures.ts'
import type { Setup } from './setup.ts'

/** Measurements that share their preparation. */
export interface Scenario {
  /** The rows it can measure, in the order of the table. */
  rows: readonly string[]
  /**
   * @param wanted the rows of this scenario that are asked for
   * @param add takes each figure as soon as it is known, so that a later failure loses no earlier figure
   */
  run(setup: Setup, wanted: ReadonlySet<string>, add: (figure: Figure) => void): Promise<void>
}
