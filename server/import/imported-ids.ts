import { createHash } from 'node:crypto'
import { newId } from '#domain/lib/ids.ts'

/**
 * The id here of a record that had another one where it was exported. The same for the same record, however often and from
 * whichever export of it; another one for every account, since ids are unique over all of them. A UUIDv7 of the record's own
 * instant (ms), as its device would have made it.
 */
export const importedId = <Id extends string>(owner: string, id: Id, instant: number, time = 0): Id =>
  newId<Id>({
    now: () => instant,
    randomBytes: (length) => createHash('sha256').update(`${owner}|${id}|${time}`).digest().subarray(0, length),
  })
