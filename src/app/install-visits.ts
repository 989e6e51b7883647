import { DAY, HOUR } from '#domain/lib/local-time.ts'
import { readMark, setMark } from '#src/data/device-store.ts'

/** A declined offer returns after this long. */
const DECLINED_FOR = 30 * DAY
/** Loads closer together than this are one visit. */
const VISIT_GAP = HOUR

const LAST_VISIT = 'last-visit'
const VISITS = 'visits'
const DECLINED = 'install-declined'

/** Counts this load, unless it belongs to the previous visit. Returns how many visits this device has seen. */
export async function countVisit(now: number): Promise<number> {
  const [last, visits] = await Promise.all([readMark(LAST_VISIT), readMark(VISITS)])
  const isNew = last === null || now - Number(last) > VISIT_GAP
  const count = Number(visits ?? 0) + (isNew ? 1 : 0)
  await setMark(LAST_VISIT, String(now))
  if (isNew) await setMark(VISITS, String(count))
  return count
}

export async function isDeclined(now: number): Promise<boolean> {
  const declined = await readMark(DECLINED)
  return declined !== null && now - Number(declined) < DECLINED_FOR
}

export const decline = (now: number): Promise<void> => setMark(DECLINED, String(now))
