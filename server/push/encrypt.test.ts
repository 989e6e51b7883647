import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptPush } from '../testing/push-service.ts'
import { areUsableKeys, encryptFor, LONGEST_PLAIN } from './encrypt.ts'

function browser() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const receiver = {
    privateKey: pair.getPrivateKey(),
    p256dh: pair.getPublicKey(),
    auth: Buffer.from('0123456789abcdef'),
  }
  const keys = {
    p256dh: receiver.p256dh.toString('base64url'),
    auth: receiver.auth.toString('base64url'),
  }
  return { receiver, keys }
}

describe('encryption of a push (RFC 8291)', () => {
  it('makes of the example in appendix A the bytes that the RFC has', () => {
    const sender = createECDH('prime256v1')
    sender.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
    const plain = Buffer.from('When I grow up, I want to be a watermelon')
    expect(Buffer.from(encryptFor(keys, plain, { sender, salt })).toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  it.each([0, 1, 300, LONGEST_PLAIN])('gives the browser %i bytes back as they were', (length) => {
    const { receiver, keys } = browser()
    const plain = 'ä'.repeat(length >> 1) + 'x'.repeat(length % 2)
    const body = Buffer.from(encryptFor(keys, Buffer.from(plain)))
    expect(decryptPush(receiver, body)).toBe(plain)
    expect(body.length).toBeLessThanOrEqual(4096)
  })

  it('refuses what would not fit one push', () => {
    const { keys } = browser()
    expect(() => encryptFor(keys, Buffer.alloc(LONGEST_PLAIN + 1))).toThrow(RangeError)
  })

  it('never makes the same bytes twice', () => {
    const { keys } = browser()
    const [one, other] = [encryptFor(keys, Buffer.from('x')), encryptFor(keys, Buffer.from('x'))].map((body) =>
      Buffer.from(body),
    )
    expect(one?.subarray(0, 16)).not.toEqual(other?.subarray(0, 16))
    expect(one?.subarray(21, 86)).not.toEqual(other?.subarray(21, 86))
  })
})

describe('keys of a subscription', () => {
  const { keys } = browser()
  const offCurve = Buffer.from(keys.p256dh, 'base64url').fill(1, 33).toString('base64url')

  it.each([
    ['those of a browser', keys, true],
    ['a point that is not on the curve', { ...keys, p256dh: offCurve }, false],
    ['a key that is too short', { ...keys, p256dh: keys.p256dh.slice(0, 40) }, false],
    ['a secret that is too short', { ...keys, auth: 'AAAA' }, false],
  ])('%s: %#', (_what, given, usable) => {
    expect(areUsableKeys(given)).toBe(usable)
  })
})
