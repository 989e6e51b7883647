import { fail, ok } from '#domain/lib/result.ts'
import { writeTables } from '#src/data/record-view.ts'
import { enqueue, localRefusal, write } from '#src/data/write.ts'
import type { Mutation } from './mutation.ts'

/** The one way to change data, broken. */
export const BROKEN_WRITES: Record<string, Mutation> = {
  'S1.1 an entry and its effect are two transactions': {
    write: async (context, commands) => {
      const [only, ...more] = commands
      if (!only || more.length > 0) return write(context, commands)
      const refusal = await localRefusal(context, only)
      return refusal ? fail(refusal) : ok([await enqueue(context, only)])
    },
  },
  'S1.2 each command of a write is a transaction of its own': {
    write: async (context, commands) => {
      const keys: string[] = []
      for (const command of commands) {
        const written = await write(context, [command])
        if (!written.ok) return written
        keys.push(...written.value)
      }
      return ok(keys)
    },
  },
  'S1.3 what is refused here was entered before': {
    write: async (context, commands) => {
      const [only, ...more] = commands
      const refusal = only && more.length === 0 ? await localRefusal(context, only) : null
      if (!only || refusal === null) return write(context, commands)
      const { db } = context
      await db.transaction('rw', writeTables(db), () => enqueue(context, only))
      return fail(refusal)
    },
  },
}
