import { describe, expect, it } from 'vitest'
import type { DeviceId } from '#domain/lib/ids.ts'
import { HOUR } from '#domain/lib/local-time.ts'
import type { PushDevice } from '#domain/protocol/push-answers.ts'
import { at, instant, sampleId } from '#domain/testing/samples.ts'
import type { PushState } from '#src/platform/push-keeping.ts'
import { type Facts, isDoubtful, verdictOf } from './health.ts'
import { checksOf, delayText } from './health-checks.ts'

const NOW = at('2026-11-20 18:00')

const device: PushDevice = {
  endpoint: 'https://push.example/1',
  deviceId: sampleId<DeviceId>(1),
  deviceName: 'Chrome on Android',
  timeZone: 'Australia/Sydney',
  wording: 'full',
  since: instant('2026-11-01 08:00'),
  lastSentAt: instant('2026-11-20 17:00'),
  lastShownAt: instant('2026-11-20 17:00'),
  medianDelay: 1900,
}

const facts = (changed: Partial<Facts> = {}): Facts => ({
  now: NOW,
  supported: true,
  permission: 'granted',
  enabled: true,
  installed: true,
  isIos: false,
  push: { kind: 'on' },
  isBusy: false,
  device,
  testShownAt: null,
  seen: null,
  persisted: true,
  ...changed,
})

describe('the verdict on reminders', () => {
  it('is good only with a proof of the last 48 hours (R6.1)', () => {
    const shown = (hours: number) => ({ ...device, lastShownAt: new Date(NOW - hours * HOUR).toISOString() })
    const toneAfter = (hours: number) => verdictOf(facts({ device: shown(hours) as PushDevice })).tone
    expect([toneAfter(47), toneAfter(49)]).toEqual(['taken', 'due'])
    expect(verdictOf(facts({ device: { ...device, lastShownAt: null } })).tone).toBe('due')
  })

  it('a test that the worker here has shown is a proof before the server says so, and without it', () => {
    const before = { ...device, lastShownAt: null }
    const tested = facts({ device: before, testShownAt: instant('2026-11-20 17:59') })
    expect(verdictOf(tested)).toMatchObject({ tone: 'taken', title: 'Reminders reach this device.' })
    const proof = checksOf(tested).find(({ name }) => name === 'proof')
    expect(proof).toMatchObject({ tone: 'taken', title: 'Last reminder arrived 1 minute ago' })
    expect(verdictOf(facts({ testShownAt: instant('2026-11-01 08:00') })).sentence).toContain('1 hour ago')
  })

  it('believes the person more than the receipt', () => {
    expect(verdictOf(facts({ seen: false }))).toMatchObject({ tone: 'missed' })
    expect(verdictOf(facts({ seen: true }))).toMatchObject({ tone: 'taken' })
  })

  it.each<[PushState, RegExp]>([
    [{ kind: 'no-answer' }, /reminded only while Dosewell is open/],
    [{ kind: 'refused' }, /reminded only while Dosewell is open/],
    [{ kind: 'waiting' }, /reminded only while Dosewell is open/],
    [{ kind: 'unavailable', sentence: 'Said by the server.' }, /Said by the server/],
  ])('R4.5 R4.6 without a subscription says what still works (%o)', (push, words) => {
    const { tone, sentence } = verdictOf(facts({ push, device: null }))
    expect(tone).not.toBe('taken')
    expect(sentence).toMatch(words)
  })

  it('on an iPhone in a tab asks for the home screen first, before any permission', () => {
    const tab = facts({
      enabled: false,
      isIos: true,
      installed: false,
      supported: false,
      permission: 'denied',
    })
    expect(verdictOf(tab).title).toMatch(/home screen/)
  })
})

describe('the checks', () => {
  it('ask for no attention while reminders are off', () => {
    const off = facts({ enabled: false, permission: 'default', push: null, device: null, persisted: false })
    expect(checksOf(off).map(({ tone }) => tone)).not.toContain('due')
  })

  it('never call a device set up that the server does not know', () => {
    const titleOf = (changed: Partial<Facts>) =>
      checksOf(facts(changed)).find(({ name }) => name === 'connection')?.title
    expect(titleOf({})).toBe('Set up for reminders')
    expect(titleOf({ device: null })).toBe('Not set up for reminders')
    expect(titleOf({ push: { kind: 'waiting' } })).toBe('Was set up for reminders')
  })

  it('say nothing of storage where the browser does not', () => {
    expect(checksOf(facts({ persisted: null })).map(({ name }) => name)).not.toContain('storage')
  })
})

describe('a device', () => {
  it('is doubtful when messages went out and none was shown for 48 hours', () => {
    const seen = (lastShownAt: PushDevice['lastShownAt']) => isDoubtful({ ...device, lastShownAt }, NOW)
    expect([seen(device.lastShownAt), seen(instant('2026-11-18 17:00')), seen(null)]).toEqual([false, true, true])
    expect(isDoubtful({ ...device, lastSentAt: null, lastShownAt: null }, NOW)).toBe(false)
  })

  it.each([
    [300, 'less than a second'],
    [1000, '1 second'],
    [1900, '2 seconds'],
    [119_000, '119 seconds'],
    [200_000, '3 minutes'],
  ])('%d ms late are %s', (delay, words) => {
    expect(delayText(delay)).toBe(words)
  })
})
