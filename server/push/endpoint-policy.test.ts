import { describe, expect, it } from 'vitest'
import { pushAddress } from './endpoint-policy.ts'

const EXTRA = 'http://127.0.0.1:4010'

describe('R4.1 where pushes may be sent', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:APA91b-x_y',
    'https://fcm.googleapis.com:443/fcm/send/abc',
    'https://FCM.googleapis.com/wp/abc',
    'https://jmt17.google.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGk1',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d%3d',
  ])('%s', (endpoint) => {
    expect(pushAddress(endpoint, undefined)?.href).toBe(new URL(endpoint).href)
  })

  it.each([
    ['no address', 'fcm.googleapis.com'],
    ['nothing', ''],
    ['http', 'http://fcm.googleapis.com/fcm/send/abc'],
    ['another scheme', 'ftp://fcm.googleapis.com/x'],
    ['a scheme without a host', 'javascript:alert(1)'],
    ['a local file', 'file://fcm.googleapis.com/etc/passwd'],
    ['another port', 'https://fcm.googleapis.com:8443/fcm/send/abc'],
    ['a name and password', 'https://user:pass@fcm.googleapis.com/fcm/send/abc'],
    ['a name', 'https://user@fcm.googleapis.com/fcm/send/abc'],
    ['the known name as a name before @', 'https://fcm.googleapis.com@evil.example/x'],
    ['the known name as the beginning of another', 'https://fcm.googleapis.com.evil.example/x'],
    ['the known name as the end of another', 'https://evilfcm.googleapis.com/x'],
    ['a name below a known one', 'https://evil.fcm.googleapis.com/x'],
    ['another name beside it', 'https://storage.googleapis.com/x'],
    ['the end of Apple’s names inside another', 'https://web.push.apple.com.evil.example/x'],
    ['a name that only ends like Apple’s', 'https://webpush.apple.com/x'],
    ['Apple’s common end without a name', 'https://push.apple.com/x'],
    ['two names before Microsoft’s', 'https://a.b.notify.windows.com/x'],
    ['a dot at the end', 'https://fcm.googleapis.com./x'],
    ['a backslash that hides the host', 'https://evil.example\\@fcm.googleapis.com/x'],
    ['this machine', 'https://localhost/x'],
    ['this machine by number', 'https://127.0.0.1/x'],
    ['this machine by one number', 'https://2130706433/x'],
    ['this machine in version 6', 'https://[::1]/x'],
    ['the host of the cloud’s secrets', 'https://169.254.169.254/latest/meta-data/'],
    ['a private address', 'https://10.0.0.1/x'],
    ['letters of another script that look alike', 'https://fcm.gооgleapis.com/x'],
    ['the same in Punycode', 'https://xn--fcm.gogleapis-9ug.com/x'],
    ['a service for tests that nobody set', `${EXTRA}/push/x`],
  ])('not %s: %s', (_what, endpoint) => {
    expect(pushAddress(endpoint, undefined)).toBeNull()
  })

  it('PUSH_SERVICE adds one origin, http too, and nothing beside it', () => {
    expect(pushAddress(`${EXTRA}/push/x`, EXTRA)?.href).toBe(`${EXTRA}/push/x`)
    for (const other of ['http://127.0.0.1:4011/x', 'https://127.0.0.1:4010/x', 'http://x:y@127.0.0.1:4010/x'])
      expect(pushAddress(other, EXTRA)).toBeNull()
    expect(pushAddress('http://fcm.googleapis.com/x', EXTRA)).toBeNull()
    expect(pushAddress('https://fcm.googleapis.com/x', EXTRA)).not.toBeNull()
  })

  it('knows letters that only look different as the same: ｆｃｍ is fcm', () => {
    expect(pushAddress('https://ｆｃｍ.googleapis.com/x', undefined)?.hostname).toBe('fcm.googleapis.com')
  })
})
