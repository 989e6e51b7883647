import { clockText } from '#domain/doses/dose-text.ts'
import { msOf } from '#domain/lib/instant.ts'
import { formatMonthDay } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Gate } from '#src/sync/classify.ts'
import type { OutboxView } from './reads.ts'
import type { SyncPhase } from './session.ts'

export interface SyncText {
  state: 'saved' | 'waiting' | 'attention'
  sentence: string
  /** A short form, for the page header. */
  short: string
}

/** Why sync is paused although the server can be reached, and what resumes it. */
const GATES: Record<Gate, string> = {
  'signed-out': 'Sign in again to sync.',
  age: 'Sync starts when your age is verified.',
  consent: 'Sync starts when your parent or guardian has given consent.',
  'wrong-user': 'Someone else is signed in on this device. Sign in again to sync.',
  update: 'Reload the page to get the new version, then it syncs.',
  'account-gone': 'This account was deleted.',
  'person-unknown': 'The server does not know this person at the moment. What you log stays here.',
  'person-gone': 'This person was deleted, or is no longer shared with you.',
}

/**
 * Returns the sync status as one sentence with three faces (docs/look.md, Sync status). What needs the user comes
 * before what is waiting.
 */
export function syncText(outbox: OutboxView, phase: SyncPhase, now: number, zone: string): SyncText {
  const { documents, state } = outbox
  const attention = outbox.attention.length + documents.refused
  const waiting = outbox.waiting.length + outbox.toReplay + documents.waiting
  if (attention > 0) {
    const sentence = attention === 1 ? '1 thing needs you' : `${attention} things need you`
    return { state: 'attention', sentence, short: sentence }
  }
  const gate = phase.kind === 'gate' ? GATES[phase.gate] : null
  if (waiting > 0) {
    const saved = `${waiting === 1 ? '1 change' : `${waiting} changes`} saved here`
    return {
      state: 'waiting',
      sentence: gate ? `${saved}. ${gate}` : `${saved}, waiting to sync`,
      short: `${waiting} waiting to sync`,
    }
  }
  if (gate) return { state: 'waiting', sentence: gate, short: gate }
  return savedText(state.syncedAt && msOf(state.syncedAt), phase, now, zone)
}

function savedText(syncedAt: number | null, phase: SyncPhase, now: number, zone: string): SyncText {
  if (phase.kind === 'unreachable') {
    const last = syncedAt === null ? '' : ` Last synced ${when(syncedAt, now, zone)}`
    return {
      state: 'saved',
      sentence: `No connection. Everything still works.${last}`,
      short: 'Saved here, no connection',
    }
  }
  if (syncedAt === null) return { state: 'saved', sentence: 'Getting your data', short: 'Getting your data' }
  return {
    state: 'saved',
    sentence: `Everything is saved and synced, ${when(syncedAt, now, zone)}`,
    short: 'Saved and synced',
  }
}

function when(instant: number, now: number, zone: string): string {
  const { date } = localAt(instant, zone)
  const today = localAt(now, zone).date
  return date === today ? clockText(instant, zone) : `${formatMonthDay(date)}, ${clockText(instant, zone)}`
}
