import { beforeEach, expect, it } from 'vitest'
import { sampleEvent } from '#domain/testing/samples.ts'
import { savesSoFar, showAhead, useDosesAhead, withAhead } from './doses-ahead.ts'

const [PRESSED, READ] = [sampleEvent(1), sampleEvent(2)]

beforeEach(() => useDosesAhead.setState({ doses: [] }))

/** Returns the ids that a screen of the database shows, which read these events at that time. */
const shown = (read: { events: (typeof PRESSED)[]; asOf: number }, database = 'ann') =>
  withAhead(database, read, useDosesAhead.getState().doses).map(({ id }) => id)

it('a pressed dose is on the screens of its person, and of nobody else, before it is saved', () => {
  showAhead('ann', [PRESSED])
  const read = { events: [READ], asOf: savesSoFar() }
  expect(shown(read)).toEqual([READ.id, PRESSED.id])
  expect(shown(read, 'bert')).toEqual([READ.id])
})

it('one that could not be saved is taken back, and others stay', () => {
  showAhead('ann', [READ])
  showAhead('ann', [PRESSED]).withdraw()
  expect(shown({ events: [], asOf: savesSoFar() })).toEqual([READ.id])
})

it('a saved one is shown until a screen has read it, and never twice', () => {
  const before = savesSoFar()
  const pressed = showAhead('ann', [PRESSED])
  pressed.saved()
  expect(shown({ events: [], asOf: before })).toEqual([PRESSED.id])
  expect(shown({ events: [PRESSED], asOf: before })).toEqual([PRESSED.id])
})

it('S3.3 one that is no longer in the log after it was saved, because the server refused it, is not shown', () => {
  showAhead('ann', [PRESSED]).saved()
  expect(shown({ events: [], asOf: savesSoFar() })).toEqual([])
})
