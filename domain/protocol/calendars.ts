import * as z from 'zod/mini'
import { personIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { wordingSchema } from './push-answers.ts'

/** How many calendar links an account may have at a time, of all the people it looks after together. */
export const CALENDARS_AT_MOST = 20

/** Where a calendar fetches what it subscribes to: below it is the secret, then `.ics`. It says nothing of health. */
export const CALENDAR_PATH = '/api/calendar/'

/** A calendar link as its owner sees it later: without the address. */
export const calendarLinkSchema = z.object({
  id: z.string(),
  /** Whose doses and appointments it has: the account's own person, or somebody the account may see. */
  personId: personIdSchema,
  /** `discreet`: no name of a medicine, a doctor or a place. */
  wording: wordingSchema,
  createdAt: instantSchema,
  /** To the hour, because not every request is recorded; null before the first. */
  lastUsedAt: z.nullable(instantSchema),
})
export type CalendarLink = z.infer<typeof calendarLinkSchema>

/** POST /api/user/calendars. `personId` is left out or null for the account's own person. */
export const newCalendarBody = z.strictObject({
  personId: z._default(z.nullable(personIdSchema), null),
  wording: z._default(wordingSchema, 'discreet'),
})

/** Its answer, the only one that has the address. */
export const newCalendarAnswer = z.extend(calendarLinkSchema, { link: z.string() })

/** GET /api/user/calendars, the newest first. */
export const calendarsAnswer = z.object({ calendars: z.array(calendarLinkSchema) })
