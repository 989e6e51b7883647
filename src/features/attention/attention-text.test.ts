import { describe, expect, test } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import type { DoseEventId } from '#domain/lib/ids.ts'
import type { ErrorCode } from '#domain/protocol/errors.ts'
import { day, instant, METFORMIN, SYDNEY, sampleEvent, sampleId, samplePlan } from '#domain/testing/samples.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import { attentionText } from './attention-text.ts'
import { waitingEntries, waitingWithText } from './dependents.ts'
import { countText, pauseText } from './sync-text.ts'

const context = { zone: SYDNEY, today: day('2026-11-20'), nameOf: () => 'Metformin XR' }
const refusal = (code: ErrorCode | null) => ({
  status: 409,
  code,
  error: 'The server’s sentence.',
  field: null,
})

const add: Command = {
  name: 'medication.add',
  args: {
    id: METFORMIN,
    name: 'Metformin XR',
    dosage: '1000 mg',
    frequency: 'twice a day',
    instructions: 'With food',
    important: false,
    ...samplePlan(),
    createdAt: instant('2026-11-20 08:00'),
    allowDuplicate: false,
  },
}
const edit: Command = {
  name: 'medication.edit',
  args: { id: METFORMIN, changes: { dosage: '500 mg' }, editedAt: instant('2026-11-20 08:00') },
}
const remove: Command = { name: 'medication.delete', args: { id: METFORMIN } }
const dose: Command = {
  name: 'dose.record',
  args: sampleEvent(1, { note: 'late', amount: 2, unit: 'tablet' }),
}
const undo: Command = {
  name: 'dose.record',
  args: sampleEvent(2, { kind: 'undone', undoes: sampleId<DoseEventId>(1) }),
}

describe('the ways out of a refused write', () => {
  test.each<[string, Command, ErrorCode | null, string[]]>([
    ['a medication that is there twice', add, 'duplicate', ['keep', 'edit', 'discard']],
    ['an edit that would make two of one', edit, 'duplicate', ['edit', 'discard']],
    ['an invalid medication', add, 'invalid', ['edit', 'retry', 'discard']],
    ['a medication whose id is taken', add, 'id_conflict', ['keep-new', 'discard']],
    ['an edit of a deleted medication', edit, 'not_found', ['restore', 'discard']],
    ['a medication that needs Premium', add, 'premium_required', ['upgrade', 'edit', 'retry', 'discard']],
    ['a dose that needs Premium', dose, 'premium_required', ['upgrade', 'retry', 'discard']],
    ['a deletion of a deleted medication', remove, 'not_found', ['discard']],
    ['a dose of a deleted medication', dose, 'medication_gone', ['restore', 'discard']],
    ['an undo of a dose that went with it', undo, 'not_found', ['discard']],
    ['an invalid dose', dose, 'invalid', ['retry', 'discard']],
    ['an answer that is none of ours', add, null, ['edit', 'retry', 'discard']],
  ])('%s', (_case, command, code, waysOut) => {
    expect(attentionText(command, refusal(code), context).waysOut).toEqual(waysOut)
  })

  test('of one that this version cannot read: it is shown, and only the person drops it', () => {
    const words = attentionText(null, { ...refusal(null), status: 0 }, context)
    expect(words).toMatchObject({ sentence: 'The server’s sentence.', waysOut: ['discard'] })
  })
})

describe('what a card says', () => {
  test('names the medicine and everything that was typed', () => {
    expect(attentionText(add, refusal('duplicate'), context)).toMatchObject({
      title: 'Metformin XR is there twice',
      entered: ['1000 mg, 8:00 AM and 8:00 PM', 'twice a day', 'With food'],
    })
    expect(attentionText(edit, refusal('not_found'), context).entered).toEqual(['Dosage: 500 mg'])
  })

  test('gives the server’s sentence where there is no better one', () => {
    expect(attentionText(add, refusal('invalid'), context).sentence).toBe('The server’s sentence.')
  })

  test('gives a dose with its times, amount and note', () => {
    expect(attentionText(dose, refusal('medication_gone'), context)).toMatchObject({
      title: 'Metformin XR was deleted on another device',
      entered: ['Taken 8:02 AM, planned for 8:00 AM', '2 tablets', '“late”'],
    })
  })
})

describe('what waits with a refused medication', () => {
  const row = (position: number, command: unknown, state: StoredEntry['state']): StoredEntry => ({
    position,
    key: `key ${position}`,
    command,
    recordId: '',
    kind: 'dose',
    madeAt: instant('2026-11-20 08:00'),
    state,
    refusal: null,
  })
  const other: Command = {
    name: 'dose.record',
    args: sampleEvent(3, { medicationId: sampleId(2), slot: null }),
  }

  test('is what refers to its record, and nothing else', () => {
    const waiting = waitingEntries([row(2, dose, 'waiting'), row(3, other, 'waiting')], [row(1, add, 'attention')])
    expect(waiting.map(({ waitsFor }) => waitsFor)).toEqual([METFORMIN, null])
    expect(waitingWithText(waiting, METFORMIN)).toBe('1 entry waits with it.')
    expect(waitingWithText(waiting, sampleId(2))).toBeNull()
    expect(waitingWithText(waiting, null)).toBeNull()
  })

  test('an entry that cannot be read waits for nobody that we know of', () => {
    expect(waitingEntries([row(2, { name: 'future' }, 'waiting')], [row(1, add, 'attention')])).toMatchObject([
      { command: null, waitsFor: null },
    ])
  })
})

test.each([
  [0, 0, 'Everything is saved and synced'],
  [1, 0, '1 thing needs you'],
  [2, 1, '2 things need you, 1 change waits to sync'],
  [0, 3, '3 changes wait to sync'],
])('%d refused and %d waiting: %s', (attention, waiting, words) => {
  expect(countText(attention, waiting)).toBe(words)
})

test('a pause says why; a queue that runs says nothing', () => {
  expect(pauseText({ kind: 'synced' })).toBeNull()
  expect(pauseText({ kind: 'unreachable' })?.[0]).toBe('No connection. Everything still works.')
  expect(pauseText({ kind: 'gate', gate: 'update' })?.[1]).toContain('Reload')
})
