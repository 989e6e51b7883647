import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { StoredPasskey } from '#src/data/app-lock.ts'
import { type Assertion, isGenuine } from './assertion.ts'
import { base64url } from './base64url.ts'

const ASKED = {
  challenge: new Uint8Array(32).fill(251),
  origin: 'https://dosewell.example',
  rpId: 'dosewell.example',
}
const VERIFIED = 0x05

/** An authenticator according to the standard, using Node's own cryptography: signatures come as DER. */
function authenticator(kind: 'ES256' | 'RS256') {
  const { publicKey, privateKey } =
    kind === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const passkey: StoredPasskey = {
    id: new Uint8Array(16),
    publicKey: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
    algorithm: kind === 'ES256' ? -7 : -257,
  }
  const answer = (changes: Partial<typeof ASKED & { type: string; flags: number }> = {}): Assertion => {
    const { type, flags, challenge, origin, rpId } = {
      type: 'webauthn.get',
      flags: VERIFIED,
      ...ASKED,
      ...changes,
    }
    const client = Buffer.from(JSON.stringify({ type, origin, challenge: base64url(challenge) }))
    const hash = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()
    const data = Buffer.concat([hash(rpId), Buffer.from([flags, 0, 0, 0, 1])])
    const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey)
    const [clientDataJSON, authenticatorData, signed] = [client, data, signature].map(
      (bytes) => new Uint8Array(bytes).buffer,
    ) as [ArrayBuffer, ArrayBuffer, ArrayBuffer]
    return { clientDataJSON, authenticatorData, signature: signed }
  }
  return { passkey, answer }
}

describe.each(['ES256', 'RS256'] as const)('the answer of an authenticator (%s)', (kind) => {
  const { passkey, answer } = authenticator(kind)

  it('opens the lock when it is signed for what was asked here', async () => {
    expect(await isGenuine(answer(), passkey, ASKED)).toBe(true)
  })

  it.each([
    ['another challenge', { challenge: new Uint8Array(32) }],
    ['another site', { origin: 'https://dosewell.example.evil' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a passkey being made', { type: 'webauthn.create' }],
    ['a person who was there but was not verified', { flags: 0x01 }],
    ['nobody there', { flags: 0x04 }],
  ])('opens nothing for %s', async (_what, changes) => {
    expect(await isGenuine(answer(changes), passkey, ASKED)).toBe(false)
  })

  it('opens nothing when another passkey signed, or when a byte was changed, cut off or added', async () => {
    expect(await isGenuine(authenticator(kind).answer(), passkey, ASKED)).toBe(false)
    const genuine = answer()
    const forged = { ...genuine, authenticatorData: genuine.authenticatorData.slice(0) }
    new Uint8Array(forged.authenticatorData)[36] = 9
    expect(await isGenuine(forged, passkey, ASKED)).toBe(false)
    const cut = { ...genuine, signature: genuine.signature.slice(0, -1) }
    expect(await isGenuine(cut, passkey, ASKED)).toBe(false)
    const longer = { ...genuine, signature: new Uint8Array([...new Uint8Array(genuine.signature), 0]).buffer }
    expect(await isGenuine(longer, passkey, ASKED)).toBe(false)
    expect(await isGenuine({ ...genuine, signature: new ArrayBuffer(0) }, passkey, ASKED)).toBe(false)
    expect(await isGenuine({ ...genuine, clientDataJSON: new ArrayBuffer(3) }, passkey, ASKED)).toBe(false)
  })
})

it('an ES256 signature one of whose numbers is shorter than 32 bytes counts as well', async () => {
  const { passkey, answer } = authenticator('ES256')
  const lengthOfFirst = ({ signature }: Assertion) => new Uint8Array(signature)[3] ?? 0
  let short = answer()
  // One in 256 is.
  while (lengthOfFirst(short) >= 32) short = answer()
  expect(await isGenuine(short, passkey, ASKED)).toBe(true)
})
