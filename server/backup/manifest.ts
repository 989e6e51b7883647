import { readFileSync } from 'node:fs'
import { z } from 'zod'

const schema = z.object({
  /** Raised if an older version could not restore what a newer one writes. */
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Why it was made. */
  reason: z.enum(['schedule', 'request', 'migration']),
  /** The version of Dosewell that made it. */
  version: z.string(),
  /** The newest migration in the database; null before the first. */
  migration: z.string().nullable(),
  /** The compressed data directory of PGlite. */
  database: z.object({ bytes: z.int(), sha256: z.string() }),
  /** What `files/` contains. */
  files: z.object({ count: z.int(), bytes: z.int() }),
})

/** A snapshot's description of itself, in its `manifest.json`. */
export type Manifest = z.infer<typeof schema>

/** The version of this Dosewell, from package.json. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version

/** Parses a manifest; returns null for a text that is not one. */
export function parseManifest(text: string): Manifest | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
