import { newId } from '#domain/lib/ids.ts'
import type { Clock, RandomBytes } from './clock.ts'

/** Returns a UUIDv7 for a record that is created on the server (accounts, sessions). */
export const newServerId = (clock: Clock, random: RandomBytes): string =>
  newId({ now: () => clock.now(), randomBytes: random })
