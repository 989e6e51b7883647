import { describe, expect, it } from 'vitest'
import { verifyVapid } from '../testing/push-service.ts'
import { newVapidKeys, vapid, vapidSubject } from './vapid.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-03-02T09:00:00.000Z')
const FCM = 'https://fcm.googleapis.com'
const APPLE = 'https://web.push.apple.com'

describe('VAPID (RFC 8292)', () => {
  it('names this server to the push service, for less than 24 hours', () => {
    const keys = newVapidKeys()
    const { claims, key } = verifyVapid(vapid(keys, 'mailto:ann@example.org').authorization(FCM, NOW), FCM, NOW)
    expect(key).toBe(keys.publicKey)
    expect(claims).toEqual({ aud: FCM, exp: (NOW + 12 * HOUR) / 1000, sub: 'mailto:ann@example.org' })
  })

  it('signs once for each push service, and anew an hour before the token ends', () => {
    const { authorization } = vapid(newVapidKeys(), 'mailto:ann@example.org')
    const first = authorization(FCM, NOW)
    expect(authorization(APPLE, NOW)).not.toBe(first)
    expect(authorization(FCM, NOW + 11 * HOUR - 1)).toBe(first)
    const renewed = authorization(FCM, NOW + 11 * HOUR)
    expect(renewed).not.toBe(first)
    expect(verifyVapid(renewed, FCM, NOW + 22 * HOUR).claims.exp).toBe((NOW + 23 * HOUR) / 1000)
  })

  it('signs anew after the clock was set back: push services refuse tokens that are good for too long', () => {
    const { authorization } = vapid(newVapidKeys(), 'mailto:ann@example.org')
    authorization(FCM, NOW + 100 * HOUR)
    expect(verifyVapid(authorization(FCM, NOW), FCM, NOW).claims.exp).toBe((NOW + 12 * HOUR) / 1000)
  })

  it('remembers no endless number of push services', () => {
    const { authorization } = vapid(newVapidKeys(), 'mailto:ann@example.org')
    const first = authorization('https://a0.notify.windows.com', NOW)
    for (let i = 1; i <= 500; i += 1) authorization(`https://a${i}.notify.windows.com`, NOW)
    expect(authorization('https://a0.notify.windows.com', NOW)).not.toBe(first)
  })

  it('does not take two keys that are no pair', () => {
    const [one, other] = [newVapidKeys(), newVapidKeys()]
    expect(() => vapid({ ...one, privateKey: other.privateKey }, 'mailto:ann@example.org')).toThrow(
      'the two VAPID keys are no pair',
    )
  })
})

describe('whom push services may write to', () => {
  const config = {
    VAPID_SUBJECT: undefined,
    SUPPORT_EMAIL: undefined,
    PUBLIC_URL: 'http://localhost:3000',
    secure: false,
  }
  const site = { ...config, PUBLIC_URL: 'https://dosewell.example', secure: true }

  it.each([
    ['nobody on a plain http address', config, null],
    ['the public https address', site, 'https://dosewell.example'],
    ['SUPPORT_EMAIL before that', { ...site, SUPPORT_EMAIL: 'help@dosewell.example' }, 'mailto:help@dosewell.example'],
    [
      'VAPID_SUBJECT before both',
      { ...site, SUPPORT_EMAIL: 'h@d.example', VAPID_SUBJECT: 'mailto:p@d.example' },
      'mailto:p@d.example',
    ],
  ])('is %s', (_who, given, subject) => {
    expect(vapidSubject(given)).toBe(subject)
  })
})
