import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { MedicationId, UserId } from '#domain/lib/ids.ts'
import { medicationIdSchema } from '#domain/lib/ids-schema.ts'
import { METFORMIN, sampleId } from '#domain/testing/samples.ts'
import { formDrafts } from '../form-drafts.ts'
import { type EditorTarget, editorTargets, formKeyOf, keepDictated, voiceState } from './editor-target.ts'

type Target = EditorTarget<'edit' | 'again', MedicationId>

const { targetOf, addressOf } = editorTargets({
  page: '/things',
  named: ['edit', 'again'],
  ids: medicationIdSchema,
})
const target = (search: string, state: unknown = null) => targetOf(new URLSearchParams(search), state)

describe('the form an address asks for', () => {
  test.each<[string, Target | null]>([
    ['', null],
    ['dose=abc', null],
    ['add=1', { kind: 'add' }],
    [`edit=${METFORMIN}`, { kind: 'edit', id: METFORMIN }],
    ['edit=nonsense', { kind: 'edit', id: null }],
    [`again=${METFORMIN}`, { kind: 'again', id: METFORMIN }],
    [`again=nonsense&edit=${METFORMIN}`, { kind: 'edit', id: METFORMIN }],
    ['fix=12', { kind: 'fix', position: 12 }],
    ['fix=-1', { kind: 'fix', position: -1 }],
    ['fix=drop', { kind: 'fix', position: -1 }],
  ])('?%s', (search, expected) => {
    expect(target(search)).toEqual(expected)
  })

  test('a dictated one stands in the history, not in the address', () => {
    expect(target('', voiceState('voice'))).toEqual({ kind: 'voice', form: 'voice' })
    expect(target('', voiceState('add'))).toBeNull()
    expect(target('', { usr: 1 })).toBeNull()
    expect(target('', 'voice')).toBeNull()
  })

  test('a page that has no such form does not open one', () => {
    const { targetOf: editsOnly } = editorTargets({
      page: '/things',
      named: ['edit'],
      ids: medicationIdSchema,
    })
    expect(editsOnly(new URLSearchParams(`again=${METFORMIN}`), null)).toBeNull()
  })
})

test.each<Target>([
  { kind: 'add' },
  { kind: 'voice', form: 'voice' },
  { kind: 'voice', form: 'voice-2' },
  { kind: 'edit', id: METFORMIN },
  { kind: 'again', id: METFORMIN },
  { kind: 'fix', position: 12 },
])('the draft of $kind leads back to its form', (form) => {
  const { to, state } = addressOf(formKeyOf(form))
  const address = new URL(to, 'https://dosewell.test')
  expect(address.pathname).toBe('/things')
  expect(target(address.search, state)).toEqual(form)
})

describe('a dictation', () => {
  const user = sampleId<UserId>(1)
  const drafts = formDrafts('thing-draft', z.strictObject({ name: z.string() }))
  const dictate = (store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>, name: string) =>
    keepDictated(drafts, { store, user, draft: { base: { name: '' }, values: { name } } })
  const emptyStore = () => {
    const rows = new Map<string, string>()
    return {
      getItem: (key: string) => rows.get(key) ?? null,
      setItem: (key: string, value: string) => void rows.set(key, value),
      removeItem: (key: string) => void rows.delete(key),
      key: (index: number) => [...rows.keys()][index] ?? null,
      get length() {
        return rows.size
      },
    }
  }

  test('that was left unsaved is still there after the next one', () => {
    const store = emptyStore()
    expect([dictate(store, 'Aspirin'), dictate(store, 'Bisoprolol')]).toEqual(['voice', 'voice-2'])
    expect(drafts.list(store, user)).toEqual([
      { form: 'voice', values: { name: 'Aspirin' } },
      { form: 'voice-2', values: { name: 'Bisoprolol' } },
    ])
  })

  test('come to again by Back is the same form; one whose form is saved leaves its name free', () => {
    const store = emptyStore()
    expect([dictate(store, 'Aspirin'), dictate(store, 'Aspirin')]).toEqual(['voice', 'voice'])
    expect(drafts.list(store, user)).toHaveLength(1)
    drafts.drop(store, user, 'voice')
    expect(dictate(store, 'Bisoprolol')).toBe('voice')
  })
})
