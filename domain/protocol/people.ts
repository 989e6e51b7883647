import * as z from 'zod/mini'
import { ROLES } from '../access/roles.ts'
import { personIdSchema, uuidSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { storableText } from '../lib/storable-text.ts'
import { emergencySchema } from '../records/emergency-schema.ts'
import { PERSON_COLOURS } from '../records/person.ts'
import { timeZoneSchema } from '../records/user-schema.ts'

const name = storableText(80).check(z.minLength(1, 'must not be empty'))
const colour = z.enum(PERSON_COLOURS)
const relation = z.nullable(storableText(40))

/** One person, as every call of /api/people answers. */
export const personAnswer = z.object({
  id: personIdSchema,
  name: z.string(),
  colour,
  relation: z.nullable(z.string()),
  isSelf: z.boolean(),
  role: z.enum(ROLES),
  timeZone: z.string(),
  sharedBy: z.nullable(z.string()),
  grantId: z.nullable(uuidSchema),
  sharedUntil: z.nullable(instantSchema),
  isWithheld: z.boolean(),
  hasPremium: z.nullable(z.boolean()),
  /** Absent from servers of an earlier version. */
  emergency: z._default(z.nullable(emergencySchema), null),
})

/** GET /api/people: the account's own person first, then by when they were added or shared. */
export const peopleAnswer = z.array(personAnswer)

/**
 * POST /api/people. The id is made on the device, so that a repeated request adds nobody twice; left out, the server
 * makes one. Without a colour it is one that nobody has yet; without a zone, the account's.
 */
export const addPersonBody = z.strictObject({
  id: z.optional(personIdSchema),
  name,
  colour: z.optional(colour),
  relation: z.optional(relation),
  timeZone: z.optional(timeZoneSchema),
  emergency: z.optional(emergencySchema),
})
export type AddPersonBody = z.infer<typeof addPersonBody>

/**
 * PATCH /api/people/:id. Of an account's own person only the colour and the emergency card: name and zone are those of the
 * profile.
 */
export const editPersonBody = z.strictObject({
  name: z.optional(name),
  colour: z.optional(colour),
  relation: z.optional(relation),
  timeZone: z.optional(timeZoneSchema),
  emergency: z.optional(emergencySchema),
})
export type EditPersonBody = z.infer<typeof editPersonBody>

/** DELETE /api/people/:id. */
export const deletedPersonAnswer = z.object({ success: z.literal(true) })
