import { setImmediate as nextTask } from 'node:timers/promises'

/**
 * Resolves in a separate task. A browser delivers input, responses, messages and locks to a page in separate tasks,
 * after the page's microtasks; in one process they would otherwise run between two microtasks of another page. Dexie
 * tracks its current transaction from microtask to microtask: anything that runs in between is drawn into that
 * transaction and breaks it.
 */
export const task = (): Promise<void> => nextTask()
