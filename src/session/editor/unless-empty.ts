import type { SaveResult } from '../saving.ts'

/** Saves changes. If nothing changed, that counts as saved with nothing to write. */
export const unlessEmpty = <Changes extends object>(
  changes: Changes,
  save: (changes: Changes) => Promise<SaveResult>,
): Promise<SaveResult> =>
  Object.keys(changes).length === 0 ? Promise.resolve({ ok: true, value: { keys: [] } }) : save(changes)
