import * as z from 'zod/mini'
import { ERROR_CODES } from './errors.ts'

/**
 * The error response of every call. It contains the sentence twice, since the specification's calls read either name.
 */
export const errorBodySchema = z.object({
  error: z.string(),
  message: z.string(),
  code: z.enum(ERROR_CODES),
  /** The request field at fault, in dotted form (`snapshot.date`). */
  field: z.optional(z.string()),
})
