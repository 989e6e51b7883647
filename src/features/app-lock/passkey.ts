import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { StoredPasskey } from '#src/data/app-lock.ts'
import { isGenuine } from './assertion.ts'
import { base64url } from './base64url.ts'
import { beginErrand } from './errand.ts'

/** What the system shows and stores with the passkey: nothing about the user, because it outlives a sign-out. */
const NAME = msg('Dosewell app lock')
const ALGORITHMS = [-7, -257] as const
const CHALLENGE_BYTES = 32

/** Returns whether this device can verify its holder: fingerprint, face, its own PIN. */
export async function canUsePasskey(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}

/** Has the device make a passkey. Null if the user declined or the device cannot. */
export async function makePasskey(): Promise<StoredPasskey | null> {
  beginErrand()
  const made = await navigator.credentials
    .create({
      publicKey: {
        challenge: randomBytes(CHALLENGE_BYTES),
        rp: { name: 'Dosewell' },
        user: { id: randomBytes(16), name: t(NAME), displayName: t(NAME) },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: {
          authenticatorAttachment: 'platform',
          userVerification: 'required',
          residentKey: 'discouraged',
        },
        attestation: 'none',
      },
    })
    .catch(() => null)
  if (!(made instanceof PublicKeyCredential)) return null
  const response = made.response as AuthenticatorAttestationResponse
  const publicKey = response.getPublicKey()
  const algorithm = ALGORITHMS.find((known) => known === response.getPublicKeyAlgorithm())
  if (!publicKey || !algorithm) return null
  return { id: new Uint8Array(made.rawId), publicKey: new Uint8Array(publicKey), algorithm }
}

/** Returns whether the user has just proved to be the passkey's owner. */
export async function askPasskey(passkey: StoredPasskey): Promise<boolean> {
  const challenge = randomBytes(CHALLENGE_BYTES)
  beginErrand()
  const answer = await navigator.credentials
    .get({
      publicKey: {
        challenge,
        allowCredentials: [{ type: 'public-key', id: passkey.id, transports: ['internal'] }],
        userVerification: 'required',
      },
    })
    .catch(() => null)
  if (!(answer instanceof PublicKeyCredential)) return false
  const { hostname: rpId, origin } = location
  return isGenuine(answer.response as AuthenticatorAssertionResponse, passkey, { challenge, origin, rpId })
}

/**
 * Lets the system forget the passkey; in browsers without support for that, it stays until the user removes it there.
 */
export async function forgetPasskey({ id }: StoredPasskey): Promise<void> {
  const { signalUnknownCredential } = PublicKeyCredential as unknown as {
    signalUnknownCredential?: (unknown: { rpId: string; credentialId: string }) => Promise<void>
  }
  const credentialId = base64url(id)
  await signalUnknownCredential?.call(PublicKeyCredential, { rpId: location.hostname, credentialId })
}

const randomBytes = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))
