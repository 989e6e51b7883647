import { describe, expect, test } from 'vitest'
import { METFORMIN } from '#domain/testing/samples.ts'
import { addressOf, type EditorTarget, formKeyOf, targetOf, VOICE_STATE } from './editor-target.ts'

const target = (search: string, state: unknown = null) => targetOf(new URLSearchParams(search), state)

describe('the form an address asks for', () => {
  test.each<[string, EditorTarget | null]>([
    ['', null],
    ['dose=abc', null],
    ['add=1', { kind: 'add' }],
    [`edit=${METFORMIN}`, { kind: 'edit', id: METFORMIN }],
    ['edit=nonsense', { kind: 'edit', id: null }],
    [`again=${METFORMIN}`, { kind: 'again', id: METFORMIN }],
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
})

test.each<EditorTarget>([
  { kind: 'add' },
  { kind: 'voice' },
  { kind: 'edit', id: METFORMIN },
  { kind: 'again', id: METFORMIN },
  { kind: 'fix', position: 12 },
])('the draft of $kind leads back to its form', (form) => {
  const { to, state } = addressOf(formKeyOf(form))
  expect(target(new URL(to, 'https://dosewell.test').search, state)).toEqual(form)
})
