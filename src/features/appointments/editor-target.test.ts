import { describe, expect, test } from 'vitest'
import { sampleAppointment } from '#domain/testing/samples.ts'
import { addressOf, type EditorTarget, formKeyOf, targetOf, VOICE_STATE } from './editor-target.ts'

const { id } = sampleAppointment()
const target = (search: string, state: unknown = null) => targetOf(new URLSearchParams(search), state)

describe('the form an address asks for', () => {
  test.each<[string, EditorTarget | null]>([
    ['', null],
    ['add=1', { kind: 'add' }],
    [`edit=${id}`, { kind: 'edit', id }],
    ['edit=nonsense', { kind: 'edit', id: null }],
    ['fix=12', { kind: 'fix', position: 12 }],
    ['fix=-1', { kind: 'fix', position: -1 }],
  ])('?%s', (search, expected) => {
    expect(target(search)).toEqual(expected)
  })

  test('a dictated one stands in the history, not in the address', () => {
    expect(target('', VOICE_STATE)).toEqual({ kind: 'voice' })
    expect(target('', { usr: 1 })).toBeNull()
  })
})

test.each<EditorTarget>([
  { kind: 'add' },
  { kind: 'voice' },
  { kind: 'edit', id },
  { kind: 'fix', position: 12 },
])('the draft of $kind leads back to its form', (form) => {
  const { to, state } = addressOf(formKeyOf(form))
  expect(target(new URL(to, 'https://dosewell.test').search, state)).toEqual(form)
})
