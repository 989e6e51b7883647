import { describe, expect, test } from 'vitest'
import { at, instant, SYDNEY } from '#domain/testing/samples.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import { FRESH_STATE } from '#src/data/sync-state.ts'
import { firstLoadOf } from './first-load.ts'
import type { SyncPhase } from './session.ts'
import { syncText } from './sync-text.ts'

const NOW = at('2026-11-20 18:04')
const SYNCED: SyncPhase = { kind: 'synced' }

const entries = (count: number): StoredEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    position: index,
    key: String(index),
    command: null,
    recordId: '',
    kind: 'dose',
    madeAt: instant('2026-11-20 18:00'),
    state: 'waiting',
    refusal: null,
  }))

const words = (waiting: number, attention: number, phase: SyncPhase, syncedAt: string | null) =>
  syncText(
    {
      waiting: entries(waiting),
      attention: entries(attention),
      toReplay: 0,
      documents: { waiting: 0, refused: 0 },
      state: { ...FRESH_STATE, syncedAt: syncedAt === null ? null : instant(syncedAt) },
    },
    phase,
    NOW,
    SYDNEY,
  )

test('S11.5 what a restored server has still to be given back waits with the rest', () => {
  const documents = { waiting: 0, refused: 0 }
  const outbox = { waiting: entries(1), attention: [], toReplay: 2, documents, state: FRESH_STATE }
  expect(syncText(outbox, { kind: 'unreachable' }, NOW, SYDNEY)).toMatchObject({
    state: 'waiting',
    sentence: '3 changes saved here, waiting to sync',
    short: '3 waiting to sync',
  })
})

test('S12.2 documents wait and need attention beside everything else', () => {
  const said = (documents: { waiting: number; refused: number }) =>
    syncText({ waiting: entries(1), attention: [], toReplay: 0, documents, state: FRESH_STATE }, SYNCED, NOW, SYDNEY)
      .sentence
  expect(said({ waiting: 2, refused: 0 })).toBe('3 changes saved here, waiting to sync')
  expect(said({ waiting: 2, refused: 1 })).toBe('1 thing needs you')
})

describe('the sync line', () => {
  test.each<[number, number, SyncPhase, string | null, string, string]>([
    [0, 0, SYNCED, '2026-11-20 18:03', 'saved', 'Everything is saved and synced, 6:03 PM'],
    [0, 0, SYNCED, '2026-11-19 18:03', 'saved', 'Everything is saved and synced, Nov 19, 6:03 PM'],
    [3, 0, SYNCED, '2026-11-20 18:03', 'waiting', '3 changes saved here, waiting to sync'],
    [1, 0, { kind: 'unreachable' }, null, 'waiting', '1 change saved here, waiting to sync'],
    [3, 1, SYNCED, null, 'attention', '1 thing needs you'],
    [0, 2, SYNCED, null, 'attention', '2 things need you'],
    [1, 0, { kind: 'gate', gate: 'signed-out' }, null, 'waiting', '1 change saved here. Sign in again to sync.'],
    [
      0,
      0,
      { kind: 'unreachable' },
      '2026-11-20 18:03',
      'saved',
      'No connection. Everything still works. Last synced 6:03 PM',
    ],
    [0, 0, { kind: 'starting' }, null, 'saved', 'Getting your data'],
  ])('%i waiting, %i needing attention, %j', (waiting, attention, phase, syncedAt, state, sentence) => {
    expect(words(waiting, attention, phase, syncedAt)).toMatchObject({ state, sentence })
  })
})

describe('the first load of a device', () => {
  test.each<[string | null, SyncPhase, string]>([
    [null, { kind: 'starting' }, 'loading'],
    [null, { kind: 'unreachable' }, 'failed'],
    [null, { kind: 'gate', gate: 'update' }, 'failed'],
    [null, SYNCED, 'loading'],
    ['2026-11-20 18:03', SYNCED, 'loaded'],
    ['2026-11-20 18:03', { kind: 'starting' }, 'loaded'],
    ['2026-11-20 18:03', { kind: 'unreachable' }, 'loaded'],
  ])('synced at %s, now %j', (syncedAt, phase, expected) => {
    const state = { syncedAt: syncedAt === null ? null : instant(syncedAt) }
    expect(firstLoadOf(state, phase)).toBe(expected)
  })
})
