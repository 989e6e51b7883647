/** `npm run env:example`: writes .env.example from the schema of the settings (server/platform/settings.ts). */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { environmentSchema } from '#server/platform/settings.ts'
import { REPOSITORY } from './run.ts'

const HEADER = `# Settings of the server. Copy this file to .env and set what you need; the others keep their defaults.
# npm start, npm run dev and compose.yaml read .env. docs/operations.md says more about each setting.
# Made by npm run env:example from server/platform/settings.ts.
`

/** Returns a default as it is written in the environment. */
function spelled(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const text = String(value)
  return /\s/.test(text) ? `"${text}"` : text
}

function entry([name, setting]: [string, z.ZodType]): string {
  const { description, unit } = setting.meta() ?? {}
  const standard = setting instanceof z.ZodDefault ? spelled(setting.def.defaultValue) : ''
  return `# ${description}${unit ? ` In ${unit}.` : ''}\n#${name}=${standard}\n`
}

/** Returns the text of .env.example: the description, unit and default of each setting. */
export const envExample = (): string => [HEADER, ...Object.entries(environmentSchema.shape).map(entry)].join('\n')

if (import.meta.main) writeFileSync(path.join(REPOSITORY, '.env.example'), envExample())
