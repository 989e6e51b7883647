import * as oidc from 'openid-client'
import { z } from 'zod'
import { storablePart } from '#domain/lib/text.ts'
import type { Config } from '../platform/config.ts'

/** What a sign-in at the provider needs again when the browser comes back. */
export const pendingOidcSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().optional(),
})
export type PendingOidc = z.infer<typeof pendingOidcSchema>

/** The provider answered, but not with a person we may sign in. Its message is a sentence for that person. */
export class OidcRefusal extends Error {}

/** Somebody whom the provider has signed in. */
export interface ProvenPerson {
  /** Who it is, for good: the provider and its own name for the person. */
  issuer: string
  subject: string
  /** An address that the provider has verified, in lower case. It may change, and may have been somebody else's before. */
  email: string
  firstName: string
  lastName: string
}

export interface OidcProvider {
  /** Where to send the browser, and what to remember until it comes back. */
  begin(next: string | undefined): Promise<{ url: URL; pending: PendingOidc }>
  /** Who stands behind the callback's query. Throws OidcRefusal, or the library's errors. */
  finish(callback: URL, pending: PendingOidc): Promise<ProvenPerson>
}

const claimsSchema = z.object({
  email: z.email().optional(),
  email_verified: z.boolean().optional(),
  given_name: z.string().catch(''),
  family_name: z.string().catch(''),
})

const CALLBACK = '/api/login/callback'
/** A provider that hangs must not hold a sign-in. */
const TIMEOUT_SECONDS = 10

/** The configured OpenID Connect provider; null without OIDC_ISSUER. Its metadata is read at the first sign-in. */
export function oidcProvider(config: Config): OidcProvider | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = config
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined) return null
  const redirectUri = `${config.PUBLIC_URL}${CALLBACK}`
  let known: Promise<oidc.Configuration> | undefined

  function provider(): Promise<oidc.Configuration> {
    known ??= oidc
      .discovery(new URL(OIDC_ISSUER ?? ''), OIDC_CLIENT_ID ?? '', config.OIDC_CLIENT_SECRET, undefined, {
        timeout: TIMEOUT_SECONDS,
        execute: [
          // Left to itself the library takes an ID token that came over TLS without looking at its signature.
          oidc.enableNonRepudiationChecks,
          // An issuer named as http:// was chosen so by whoever runs this server, for a provider on the same machine.
          ...(OIDC_ISSUER?.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
        ],
      })
      .catch((error) => {
        // A provider that is away now is asked again at the next sign-in.
        known = undefined
        throw error
      })
    return known
  }

  return {
    begin: async (next) => {
      const pending = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      })
      return { url, pending: { ...pending, ...(next ? { next } : {}) } }
    },
    finish: async (callback, pending) => {
      const configuration = await provider()
      const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      const idToken = tokens.claims()
      if (!idToken) throw new Error('the provider sent no ID token')
      // Many providers put the address only into the userinfo answer.
      const claims = claimsSchema.parse(
        idToken.email === undefined
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
          : idToken,
      )
      if (claims.email === undefined || claims.email_verified !== true) {
        throw new OidcRefusal('Your sign-in provider has not confirmed your email address, so we cannot use it.')
      }
      return {
        issuer: idToken.iss,
        subject: idToken.sub,
        email: claims.email.toLowerCase(),
        firstName: storablePart(claims.given_name.trim(), 80),
        lastName: storablePart(claims.family_name.trim(), 80),
      }
    },
  }
}
