import { newId } from '#domain/lib/ids.ts'
import type { Clock, RandomBytes } from './clock.ts'

/** A UUIDv7 for a record that begins its life on the server (accounts, sessions). */
export const newServerId = (clock: Clock, random: RandomBytes): string =>
  newId({ now: () => clock.now(), randomBytes: random })
