import { createHash } from 'node:crypto'
import { newId } from '#domain/lib/ids.ts'

/**
 * Returns the new id of an imported record that needs one. The same record always gets the same id, whichever export it
 * comes from. Each account gets a different id, since ids are unique across accounts. It is a UUIDv7 of the record's
 * own instant (ms), as its device would have made it.
 */
export const importedId = <Id extends string>(owner: string, id: Id, instant: number, time = 0): Id =>
  newId<Id>({
    now: () => instant,
    randomBytes: (length) => createHash('sha256').update(`${owner}|${id}|${time}`).digest().subarray(0, length),
  })
