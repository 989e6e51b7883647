import * as z from 'zod/mini'
import { recordDateSchema } from '../lib/local-time-schema.ts'
import { orNull } from '../lib/or-null.ts'
import { supplyEventFields } from './supply-event.ts'

/** An event in a request, with the rules between its fields. */
export const supplyEventSchema = z.strictObject({ ...supplyEventFields, expiresOn: orNull(recordDateSchema) }).check(
  z.superRefine((event, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const isUndo = event.kind === 'undone'
    if (isUndo !== (event.undoes !== null)) issue('undoes', 'must be given for an undo, and only then')
    if (event.undoes === event.id) issue('undoes', 'must name another event')
    if (isUndo !== (event.amount === null)) issue('amount', 'must be given, except for an undo')
    // Nothing may be there, but to add or discard nothing says nothing.
    if (event.amount === '0' && event.kind !== 'counted') issue('amount', 'must be more than 0')
    if (event.expiresOn !== null && event.kind !== 'added') issue('expiresOn', 'belongs to a pack that is added')
  }),
)
