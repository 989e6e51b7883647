import { setImmediate as nextTask } from 'node:timers/promises'

/**
 * Resolves in a task of its own. A browser tells a page of input, answers, messages and locks in tasks of their own, when the
 * microtasks of the page are done; in one process they would otherwise run between two microtasks of another page. Dexie keeps
 * the transaction it is in from microtask to microtask: what runs between them is taken into that transaction, and breaks it.
 */
export const task = (): Promise<void> => nextTask()
