import * as z from 'zod/mini'

/** A field for which null means nothing, and so does its absence. */
export const orNull = /* @__NO_SIDE_EFFECTS__ */ <Schema extends z.ZodMiniType>(schema: Schema) =>
  z._default(z.nullable(schema), null)
