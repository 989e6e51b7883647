import type { Configuration } from 'openid-client'
import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import { storablePart } from '#domain/lib/text.ts'
import { isEmail } from '#domain/records/contact.ts'
import type { Config } from '../platform/config.ts'
import { whenNeeded } from '../platform/when-needed.ts'

/** What a sign-in at the provider needs again when the browser returns. */
export const pendingOidcSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().optional(),
})
export type PendingOidc = z.infer<typeof pendingOidcSchema>

/** The provider responded, but not with a user we may sign in. The message is written for that user. */
export class OidcRefusal extends Error {}

/** A user whom the provider has signed in. */
export interface ProvenPerson {
  /** The permanent identity: the provider and its own name for the user. */
  issuer: string
  subject: string
  /**
   * An address verified by the provider, in lower case. It may change, and may have belonged to someone else before.
   */
  email: string
  firstName: string
  lastName: string
}

export interface OidcProvider {
  /** Returns where to send the browser, and what to remember until it returns. */
  begin(next: string | undefined): Promise<{ url: URL; pending: PendingOidc }>
  /** Returns the user behind the callback's query. Throws OidcRefusal or the library's errors. */
  finish(callback: URL, pending: PendingOidc): Promise<ProvenPerson>
}

const claimsSchema = z.object({
  email: z.string().refine(isEmail).optional(),
  email_verified: z.boolean().optional(),
  given_name: z.string().catch(''),
  family_name: z.string().catch(''),
})

const CALLBACK = '/api/login/callback'
/** A provider that does not respond must not block a sign-in. */
const TIMEOUT_SECONDS = 10

/**
 * Returns the configured OpenID Connect provider, or null without OIDC_ISSUER. Its metadata is read at the first
 * sign-in.
 */
export function oidcProvider(config: Config): OidcProvider | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = config
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined) return null
  const redirectUri = `${config.PUBLIC_URL}${CALLBACK}`
  const library = whenNeeded(() => import('openid-client'))
  // If the provider is unavailable now, the next sign-in tries again.
  const provider = whenNeeded(async (): Promise<Configuration> => {
    const oidc = await library()
    return oidc.discovery(new URL(OIDC_ISSUER), OIDC_CLIENT_ID, config.OIDC_CLIENT_SECRET, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute: [
        // By default the library accepts an ID token received over TLS without checking its signature.
        oidc.enableNonRepudiationChecks,
        // The operator chose an http:// issuer on purpose, for a provider on the same machine.
        ...(OIDC_ISSUER.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
      ],
    })
  })

  return {
    begin: async (next) => {
      const oidc = await library()
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
      const oidc = await library()
      const configuration = await provider()
      const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      const idToken = tokens.claims()
      if (!idToken) throw new Error('the provider sent no ID token')
      // Many providers include the address only in the userinfo response.
      const claims = claimsSchema.parse(
        idToken.email === undefined
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
          : idToken,
      )
      if (claims.email === undefined || claims.email_verified !== true) {
        throw new OidcRefusal(t('Your sign-in provider has not confirmed your email address, so we cannot use it.'))
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
