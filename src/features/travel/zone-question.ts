import type { UserId } from '#domain/lib/ids.ts'
import { dropMark, readMark, setMark } from '#src/data/device-store.ts'

const nameOf = (user: UserId): string => `zone-answered:${user}`
const pairOf = (plan: string, here: string): string => `${plan} ${here}`

/** Returns whether the user chose on this device to keep that plan zone while in the other zone. */
export const isAnswered = async (user: UserId, plan: string, here: string): Promise<boolean> =>
  (await readMark(nameOf(user))) === pairOf(plan, here)

export const noteAnswer = (user: UserId, plan: string, here: string): Promise<void> =>
  setMark(nameOf(user), pairOf(plan, here))

/** Forgets the answer back in the plan zone, so that the next journey asks again. */
export const forgetAnswer = (user: UserId): Promise<void> => dropMark(nameOf(user))
