import { clockText } from '#domain/doses/dose-text.ts'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { formatMonthDay } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
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
const GATES: Record<Gate, Message> = {
  'signed-out': msg('Sign in again to sync.'),
  age: msg('Sync starts when your age is verified.'),
  consent: msg('Sync starts when your parent or guardian has given consent.'),
  'wrong-user': msg('Someone else is signed in on this device. Sign in again to sync.'),
  update: msg('Reload the page to get the new version, then it syncs.'),
  'account-gone': msg('This account was deleted.'),
  'person-unknown': msg('The server does not know this person at the moment. What you log stays here.'),
  'person-gone': msg('This person was deleted, or is no longer shared with you.'),
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
    const sentence = t('{count, plural, one {# thing needs you} other {{count} things need you}}', { count: attention })
    return { state: 'attention', sentence, short: sentence }
  }
  const gate = phase.kind === 'gate' ? t(GATES[phase.gate]) : null
  if (waiting > 0) {
    return {
      state: 'waiting',
      sentence: gate
        ? `${t('{count, plural, one {# change} other {{count} changes}} saved here.', { count: waiting })} ${gate}`
        : t('{count, plural, one {# change} other {{count} changes}} saved here, waiting to sync', { count: waiting }),
      short: t('{count} waiting to sync', { count: waiting }),
    }
  }
  if (gate) return { state: 'waiting', sentence: gate, short: gate }
  return savedText(state.syncedAt && msOf(state.syncedAt), phase, now, zone)
}

function savedText(syncedAt: number | null, phase: SyncPhase, now: number, zone: string): SyncText {
  if (phase.kind === 'unreachable') {
    return {
      state: 'saved',
      sentence:
        syncedAt === null
          ? t('No connection. Everything still works.')
          : t('No connection. Everything still works. Last synced {time}', { time: when(syncedAt, now, zone) }),
      short: t('Saved here, no connection'),
    }
  }
  if (syncedAt === null) return { state: 'saved', sentence: t('Getting your data'), short: t('Getting your data') }
  return {
    state: 'saved',
    sentence: t('Everything is saved and synced, {time}', { time: when(syncedAt, now, zone) }),
    short: t('Saved and synced'),
  }
}

function when(instant: number, now: number, zone: string): string {
  const { date } = localAt(instant, zone)
  const today = localAt(now, zone).date
  return date === today ? clockText(instant, zone) : inRow([formatMonthDay(date), clockText(instant, zone)])
}
