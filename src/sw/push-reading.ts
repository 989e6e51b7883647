import { isAppointmentDisputed, isLogged, type LocalState, subjectOf } from '#domain/reminders/push-notices.ts'
import type { PushPayload } from '#domain/reminders/push-payload.ts'

/**
 * How long the server may take to say what happened to a dose (ms): local data has to answer soon after
 * (docs/reminders.md).
 */
export const NEWS_LIMIT = 1500

export interface PushReadingPorts {
  /** Reads local data and claims the reminders that are due by it. */
  claim(): Promise<LocalState>
  /** Delivers what waits, and fetches what other devices did. */
  fetchNews(): Promise<unknown>
}

/**
 * Returns what this device knows when a push asks for doses. The server never asks for doses it knows to be logged, so
 * if this device has one as logged, one of the two is missing something: perhaps this device, if it was undone
 * elsewhere. They therefore sync first (docs/reminders.md, R5.11). The same goes for a dose that is quiet here and may
 * have been snoozed to now elsewhere (R5.14), and for an appointment without a due reminder in local data (R7.5).
 * Without an answer in time, local data decides.
 * @returns the result of `claim`, even for a push that asks for none of the doses known here; rejects as it does
 */
export async function readForPush(payload: PushPayload | null, ports: PushReadingPorts): Promise<LocalState> {
  const local = await ports.claim()
  if (!payload || !isContradicted(payload, local)) return local
  await withinLimit(ports.fetchNews())
  const later = await ports.claim()
  if (later.kind !== 'known' || local.kind !== 'known') return later
  // A reminder is granted only once: what was granted before the news arrived still has to be announced.
  return {
    ...later,
    granted: later.granted || local.granted,
    grantedAppointments: new Set([...later.grantedAppointments, ...local.grantedAppointments]),
  }
}

function isContradicted(payload: PushPayload, local: LocalState): boolean {
  if (local.kind !== 'known' || (payload.user !== null && payload.user !== local.account)) return false
  return (
    isAppointmentDisputed(payload, local) ||
    subjectOf(payload, local).some((view) => isLogged(view) || local.quiet.has(view.slot.id))
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
