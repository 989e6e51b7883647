import { readFileSync } from 'node:fs'
import { z } from 'zod'

const schema = z.object({
  /** Raised when an older version could not restore what a newer one writes. */
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** What it was made for. */
  reason: z.enum(['schedule', 'request', 'migration']),
  /** The version of Dosewell that made it. */
  version: z.string(),
  /** The newest migration that the database holds; null before the first. */
  migration: z.string().nullable(),
  /** The compressed data directory of PGlite. */
  database: z.object({ bytes: z.int(), sha256: z.string() }),
  /** What lies in `files/`. */
  files: z.object({ count: z.int(), bytes: z.int() }),
})

/** What a snapshot says about itself, in its `manifest.json`. */
export type Manifest = z.infer<typeof schema>

/** The version of this Dosewell, as package.json has it. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version

/** Reads a manifest; null for a text that is none. */
export function parseManifest(text: string): Manifest | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
