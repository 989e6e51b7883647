import type { UserId } from '#domain/lib/ids.ts'
import { dropMark, readMark, setMark } from '#src/data/device-store.ts'

const nameOf = (user: UserId): string => `zone-answered:${user}`
const pairOf = (plan: string, here: string): string => `${plan} ${here}`

/** Whether this device was told to leave that plan zone as it is while it is in the other. */
export const isAnswered = async (user: UserId, plan: string, here: string): Promise<boolean> =>
  (await readMark(nameOf(user))) === pairOf(plan, here)

export const noteAnswer = (user: UserId, plan: string, here: string): Promise<void> =>
  setMark(nameOf(user), pairOf(plan, here))

/** Back in the plan zone: the next journey asks again. */
export const forgetAnswer = (user: UserId): Promise<void> => dropMark(nameOf(user))

/** `New York` of `America/New_York`: how a person calls the zone. */
export const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
