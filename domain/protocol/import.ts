import * as z from 'zod/mini'
import { personIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'

/** The largest export that can be imported, in bytes: 500 pictures of 4 MB. */
export const IMPORT_BYTES = 2 * 1024 ** 3

/** How many imports an account may carry out in 24 hours, and how many files it may have checked. */
export const IMPORTS_A_DAY = 3
export const IMPORT_PREVIEWS_A_DAY = 20

const whole = z.int().check(z.nonnegative())

const countsSchema = z.object({
  /** How many are in the file. */
  inFile: whole,
  /** Of those, how many are new here. */
  added: whole,
  /** Of those, how many the account already has; they are left unchanged. */
  there: whole,
})
export type ImportCounts = z.infer<typeof countsSchema>

/** `withoutPicture`: records whose pictures are not in the file; they are left out. */
const pictureCountsSchema = z.extend(countsSchema, { withoutPicture: whole })
export type PictureCounts = z.infer<typeof pictureCountsSchema>

/** Why a file cannot be imported, for one place in it. */
export const importProblemSchema = z.object({
  /** The file inside the zip. */
  file: z.string(),
  /** Which entry of the list, counted from 1; null if it concerns the whole file. */
  entry: z.nullable(whole),
  /** The field of the entry, in dotted form. */
  field: z.nullable(z.string()),
  /** The rule that it breaks, as a sentence. */
  rule: z.string(),
})
export type ImportProblem = z.infer<typeof importProblemSchema>

/** How many problems are listed individually. */
export const PROBLEMS_TOLD = 20

/** POST /api/user/import: what was added. With `?preview=1`: what would be. */
export const importAnswer = z.object({
  /** The address of the exported account; null if the file does not contain it. */
  email: z.nullable(z.string()),
  exportedAt: instantSchema,
  /**
   * Those whom the exported account kept: what the file has of one of them is imported into a person by `?from=` and
   * the id here. Absent from servers of an earlier version.
   */
  people: z.optional(z.array(z.object({ id: personIdSchema, name: z.string() }))),
  medications: countsSchema,
  doses: countsSchema,
  /** None from a server that knows no supplies. */
  supply: z._default(countsSchema, { inFile: 0, added: 0, there: 0 }),
  appointments: countsSchema,
  documents: pictureCountsSchema,
  prescriptions: pictureCountsSchema,
  /** Of one card at most. None from a server that does not import it. */
  emergency: z._default(countsSchema, { inFile: 0, added: 0, there: 0 }),
  /** The first problems found. With a single problem, nothing at all is imported. */
  problems: z.array(importProblemSchema),
  problemCount: whole,
})
export type ImportAnswer = z.infer<typeof importAnswer>
