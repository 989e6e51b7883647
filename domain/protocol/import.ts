import * as z from 'zod/mini'
import { instantSchema } from '../lib/instant.ts'

/** The most bytes an export may have when it is imported: 500 pictures of 4 MB. */
export const IMPORT_BYTES = 2 * 1024 ** 3

/** How many imports an account may carry out in 24 hours, and how many files it may have looked at. */
export const IMPORTS_A_DAY = 3
export const IMPORT_PREVIEWS_A_DAY = 20

const whole = z.int().check(z.nonnegative())

const countsSchema = z.object({
  /** What the file holds of it. */
  inFile: whole,
  /** Of that: what is new here. */
  added: whole,
  /** Of that: what the account has already; it is left as it is here. */
  there: whole,
})
export type ImportCounts = z.infer<typeof countsSchema>

/** `withoutPicture`: their pictures are not in the file, so they are left out. */
const pictureCountsSchema = z.extend(countsSchema, { withoutPicture: whole })
export type PictureCounts = z.infer<typeof pictureCountsSchema>

/** Why a file cannot be imported, said of one place in it. */
export const importProblemSchema = z.object({
  /** The file inside the zip. */
  file: z.string(),
  /** Which entry of its list, counted from 1; null when it is about the whole file. */
  entry: z.nullable(whole),
  /** The field of the entry, in dotted form. */
  field: z.nullable(z.string()),
  /** The rule it breaks, as a sentence. */
  rule: z.string(),
})
export type ImportProblem = z.infer<typeof importProblemSchema>

/** How many problems are told one by one. */
export const PROBLEMS_TOLD = 20

/** POST /api/user/import: what was added. With `?preview=1`: what would be. */
export const importAnswer = z.object({
  /** The address of the account that was exported; null when the file does not say it. */
  email: z.nullable(z.string()),
  exportedAt: instantSchema,
  medications: countsSchema,
  doses: countsSchema,
  appointments: countsSchema,
  documents: pictureCountsSchema,
  prescriptions: pictureCountsSchema,
  /** The first of what speaks against it. With one problem nothing at all is imported. */
  problems: z.array(importProblemSchema),
  problemCount: whole,
})
export type ImportAnswer = z.infer<typeof importAnswer>
