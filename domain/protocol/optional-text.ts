import * as z from 'zod/mini'

/** Optional texts may be absent or null; both mean empty. Not a union, which would hide the rule that a text broke. */
export const optionalText = <T extends z.ZodMiniType<string, string>>(text: T) =>
  z.pipe(
    z.nullable(text),
    z.transform((value) => value ?? ''),
  )
