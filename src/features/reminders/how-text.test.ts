import { expect, test } from 'vitest'
import { foldSlot } from '#domain/doses/slot-outcome.ts'
import { sampleEvent } from '#domain/testing/samples.ts'
import { howText } from './how-text.ts'

const label = { dosage: '665 mg', instructions: 'Swallow whole.' }
const open = foldSlot([])

test('the label’s words', () => {
  expect(howText({ ...label, state: 'due', outcome: open }, true)).toBe('665 mg. Swallow whole.')
})

test('a missed dose asks to be logged', () => {
  expect(howText({ ...label, state: 'missed', outcome: open }, true)).toBe(
    '665 mg. Swallow whole. Not logged; if you took it, say so.',
  )
})

test('a missed dose asks nobody to log it who may only see', () => {
  expect(howText({ ...label, state: 'missed', outcome: open }, false)).toBe('665 mg. Swallow whole.')
})

test('a settled dose shows its note behind the instructions', () => {
  const skipped = foldSlot([sampleEvent(1, { kind: 'skipped', note: 'No pain today' })])
  expect(howText({ ...label, state: 'skipped', outcome: skipped }, true)).toBe('665 mg. Swallow whole. “No pain today”')
  const taken = foldSlot([sampleEvent(1, { amount: 2, unit: 'tablet', note: 'Felt sick' })])
  expect(howText({ ...label, state: 'taken', outcome: taken }, true)).toBe(
    '665 mg, 2 tablets. Swallow whole. “Felt sick”',
  )
})
