import { expect, it } from 'vitest'
import { addedToast, keptToast, momentText, progressText } from './scan-text.ts'

it.each([
  [2, [], 'Success', '2 medications added'],
  [1, ['Metformin'], 'Partially added', '1 medication added. You already have Metformin.'],
  [0, ['Metformin', 'Apixaban'], 'Already exists', 'You already have Metformin, Apixaban.'],
])('8.media adding %i and skipping %j says %s', (count, skippedDuplicates, title, description) => {
  expect(addedToast({ count, skippedDuplicates })).toEqual({ title, description })
})

it('8 without an answer the upload has failed, destructive; without a network nothing has', () => {
  expect(keptToast(true)).toMatchObject({ title: 'Upload failed', tone: 'destructive' })
  expect(keptToast(false)).toEqual({
    title: 'Saved on this device',
    description: 'The picture is read when you are back online.',
  })
})

it('the moment of a scan is written in the plan zone', () => {
  expect(momentText('2026-11-05T20:30:00.000Z', 'Australia/Sydney')).toBe('Nov 6, 2026 at 7:30 AM')
})

it('what has been sent whole is being read', () => {
  expect([progressText(0.459), progressText(1)]).toEqual(['Uploading, 45 %', 'Reading the picture'])
})
