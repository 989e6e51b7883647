import { eq } from 'drizzle-orm'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import { newServerId } from '../platform/ids.ts'
import type { Database } from './database.ts'
import { serverMeta } from './schema/server-meta.ts'

export interface ServerMeta {
  epoch: string
  /** 256 bits, base64url. */
  secret: string
}

/** Returns the facts shared by all servers of this database, created by the first that starts. */
export async function serverFacts(db: Database, clock: Clock, random: RandomBytes): Promise<ServerMeta> {
  const held = () => db.select().from(serverMeta).where(eq(serverMeta.id, 1))
  const [known] = await held()
  if (known) return { epoch: known.epoch, secret: known.secret }
  await db
    .insert(serverMeta)
    .values({
      id: 1,
      epoch: newServerId(clock, random),
      secret: Buffer.from(random(32)).toString('base64url'),
      createdAt: new Date(clock.now()),
    })
    .onConflictDoNothing()
  const [facts] = await held()
  if (!facts) throw new Error('server_meta has no row')
  return { epoch: facts.epoch, secret: facts.secret }
}
