import { describe, expect, test } from 'vitest'
import { type MedicationId, medicationIdSchema } from '#domain/lib/ids.ts'
import { METFORMIN } from '#domain/testing/samples.ts'
import { type EditorTarget, editorTargets, formKeyOf, VOICE_STATE } from './editor-target.ts'

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
    expect(target('', VOICE_STATE)).toEqual({ kind: 'voice' })
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
  { kind: 'voice' },
  { kind: 'edit', id: METFORMIN },
  { kind: 'again', id: METFORMIN },
  { kind: 'fix', position: 12 },
])('the draft of $kind leads back to its form', (form) => {
  const { to, state } = addressOf(formKeyOf(form))
  const address = new URL(to, 'https://dosewell.test')
  expect(address.pathname).toBe('/things')
  expect(target(address.search, state)).toEqual(form)
})
