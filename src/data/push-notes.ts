import * as z from 'zod/mini'
import type { UserId } from '#domain/lib/ids.ts'
import type { Instant } from '#domain/lib/instant.ts'
import { instantSchema } from '#domain/lib/instant-schema.ts'
import { type PushDevice, pushDeviceSchema, type Wording, wordingSchema } from '#domain/protocol/push-answers.ts'
import { changeMark } from './device-marks.ts'
import { PUSH_NOTES, readMark, setMark } from './device-store.ts'

/**
 * What this device notes about its pushes. Page and worker share the notes; a sign-out deletes all but the wording
 * (`forgetPush`).
 */

const hereSchema = z.object({ user: z.string(), endpoint: z.string(), key: z.string() })
/** The subscription the server was last told about, its user, and the server key it was made with. */
export type PushHere = Omit<z.infer<typeof hereSchema>, 'user'> & { user: UserId }

const knownSchema = z.object({ at: instantSchema, devices: z.array(pushDeviceSchema) })
/** The account's devices as the server last described them. */
export interface KnownDevices {
  at: Instant
  devices: PushDevice[]
}

const testSchema = z.object({
  id: z.string(),
  sentAt: instantSchema,
  shownAt: z.nullable(instantSchema),
  seen: z.nullable(z.boolean()),
})
/** The last test message: when it was sent, when the worker showed it, and what the user said about it. */
export type PushTest = Omit<z.infer<typeof testSchema>, 'sentAt' | 'shownAt'> & {
  sentAt: Instant
  shownAt: Instant | null
}

const notesSchema = z.object({
  here: z.nullable(hereSchema),
  known: z.nullable(knownSchema),
  test: z.nullable(testSchema),
  /** Ids of messages that were shown here but not yet reported to the server (R5.4), oldest first. */
  receipts: z.array(z.string()),
})
interface Notes {
  here: PushHere | null
  known: KnownDevices | null
  test: PushTest | null
  receipts: string[]
}

const NONE: Notes = { here: null, known: null, test: null, receipts: [] }
const WORDING = 'push-wording'

/** More than a phone receives in a day offline. */
const MOST_RECEIPTS = 30

export const readPushNotes = async (): Promise<Notes> => parse(await readMark(PUSH_NOTES))

export const notePush = (noted: Partial<Omit<Notes, 'receipts'>>): Promise<void> =>
  change((notes) => ({ ...notes, ...noted }))

/**
 * Returns how much this device's lock screen may reveal. It survives a sign-out, so the next user's reminders reveal no
 * more than before.
 */
export const readWording = async (): Promise<Wording> => wordingSchema.safeParse(await readMark(WORDING)).data ?? 'full'
export const noteWording = (wording: Wording): Promise<void> => setMark(WORDING, wording)

export const keepReceipt = (id: string): Promise<void> =>
  change((notes) => ({
    ...notes,
    receipts: [...notes.receipts.filter((other) => other !== id), id].slice(-MOST_RECEIPTS),
  }))
export const dropReceipt = (id: string): Promise<void> =>
  change((notes) => ({ ...notes, receipts: notes.receipts.filter((other) => other !== id) }))

const change = (how: (notes: Notes) => Notes): Promise<void> =>
  changeMark(PUSH_NOTES, (value) => JSON.stringify(how(parse(value))))

/** Parses the notes. An older version of the app may have stored another shape, which counts as nothing known. */
function parse(text: string | null): Notes {
  if (!text) return NONE
  const parsed = notesSchema.safeParse(JSON.parse(text))
  return parsed.success ? (parsed.data as Notes) : NONE
}
