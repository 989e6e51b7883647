import type { PushPayload } from '#domain/reminders/push-notices.ts'
import { isAppointmentDisputed, isLogged, type LocalState, subjectOf } from '#domain/reminders/push-notices.ts'

/**
 * How long the server may take to say what became of a dose (ms): local data has to answer soon after
 * (docs/reminders.md).
 */
export const NEWS_LIMIT = 1500

export interface PushReadingPorts {
  /** Reads local data and claims the rings that are due by it. */
  claim(): Promise<LocalState>
  /** Delivers what waits, and fetches what others did. */
  fetchNews(): Promise<unknown>
}

/**
 * What this device knows when a push asks for doses. The server asks for none that it knows to be logged: where this
 * device holds one for logged, one of the two has not heard of something yet, and it may be this one, of an undo
 * elsewhere. So the two talk first (docs/reminders.md, R5.11). So they do about a dose that is quiet here, which may
 * have been snoozed to now elsewhere (R5.14), and about an appointment whose reminder does not ring by local data (R7.5).
 * Without an answer in time what is here holds.
 * @returns what `claim` answers, also about a push that asks for none of the doses known here; rejects as it does
 */
export async function readForPush(payload: PushPayload | null, ports: PushReadingPorts): Promise<LocalState> {
  const local = await ports.claim()
  if (!payload || !isContradicted(payload, local)) return local
  await withinLimit(ports.fetchNews())
  const later = await ports.claim()
  if (later.kind !== 'known' || local.kind !== 'known') return later
  // A ring is granted once: what was given out before the news came is still to be announced.
  return {
    ...later,
    granted: later.granted || local.granted,
    grantedAppointments: new Set([...later.grantedAppointments, ...local.grantedAppointments]),
  }
}

function isContradicted(payload: PushPayload, local: LocalState): boolean {
  if (local.kind !== 'known' || (payload.user !== null && payload.user !== local.user)) return false
  return (
    isAppointmentDisputed(payload, local) ||
    subjectOf(payload, local.views).some((view) => isLogged(view) || local.quiet.has(view.slot.id))
  )
}

async function withinLimit(news: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, NEWS_LIMIT)
  })
  await Promise.race([news.catch(() => undefined), limit])
  clearTimeout(timer)
}
