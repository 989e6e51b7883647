import * as z from 'zod/mini'

/** A field for which null means nothing, and so does its absence. */
export const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.nullable(schema), null)
