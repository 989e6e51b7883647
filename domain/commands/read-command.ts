import * as z from 'zod/mini'
import type { Command, CommandName } from './command.ts'
import { commandSchemas } from './command-schema.ts'

const storedShape = z.object({ name: z.string(), args: z.unknown() })

/**
 * Reads a stored command. Returns null if this version of the app does not understand it; it is then kept and shown.
 */
export function readCommand(value: unknown): Command | null {
  const shape = storedShape.safeParse(value)
  if (!shape.success || !Object.hasOwn(commandSchemas, shape.data.name)) return null
  const name = shape.data.name as CommandName
  const args = commandSchemas[name].safeParse(shape.data.args)
  return args.success ? ({ name, args: args.data } as Command) : null
}
