import * as z from 'zod/mini'

/**
 * A text that can be stored: trimmed, at most `max` code points long. zod and PostgreSQL count code points; a form
 * field's `maxlength` counts UTF-16 units, which are never fewer, so what fits in a field fits here. PostgreSQL refuses
 * two things that a JavaScript string can contain: NUL (SQLSTATE 22021) and, in JSON, half of a surrogate pair (22P02),
 * which a field cut in the middle of an emoji leaves behind.
 */
export const storableText = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max),
    z.refine((text) => !text.includes('\u0000'), 'must not contain NUL characters'),
    z.refine((text) => text.isWellFormed(), 'must not contain half of a character (a lone surrogate)'),
  )
