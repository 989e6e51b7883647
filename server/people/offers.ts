import { and, eq, isNull } from 'drizzle-orm'
import { nameWithoutAddress } from '#domain/access/consent.ts'
import { codeOf, LONGEST_GRANT, MOST_HELPERS, OFFER_LIFE, readCode } from '#domain/access/offers.ts'
import { t } from '#domain/language/translate.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { GrantBody, Offer } from '#domain/protocol/grants.ts'
import { SERVER_PAGES } from '#domain/protocol/pages.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { hashOf } from '../accounts/token-hash.ts'
import type { Database } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import type { Person } from '../http/who.ts'
import { ApiError, invalid } from '../platform/errors.ts'
import { newServerId } from '../platform/ids.ts'
import { lockState } from '../sync/state.ts'
import { codeHashOf, type FullGrant, fullGrants, grantingOwner, shownPerson, stateOf } from './grants.ts'
import { grants } from './tables.ts'

/**
 * Offers a role in a person: returns the link and the code, of which only hashes are stored. Throws 400 for an end that
 * makes no sense or one's own address, and 409 `limit_reached` for one helper too many.
 */
export async function offerGrant(
  context: Pick<Context, 'db' | 'clock' | 'random' | 'facts' | 'config'>,
  owner: CurrentUser,
  person: Person,
  asked: GrantBody,
): Promise<{ id: string; link: string; code: string; offerEndsAt: string }> {
  const { db, clock, random, facts, config } = context
  const now = clock.now()
  const endsAt = checkedEnd(asked, now)
  if (asked.email === owner.email) throw invalid('email', t('This is your own address. Choose the one of your helper.'))
  const token = Buffer.from(random(32)).toString('base64url')
  const code = codeOf(random(8))
  const id = newServerId(clock, random)
  await transaction(db, async (tx) => {
    await lockState(tx, person.id, now)
    if ((await countHelpers(tx, person.id, now)) >= MOST_HELPERS) {
      throw new ApiError(
        409,
        'limit_reached',
        t('At most {count} others can see or help one person.', { count: MOST_HELPERS }),
      )
    }
    await tx.insert(grants).values({
      id,
      userId: person.id,
      ownerId: owner.id,
      role: asked.role,
      email: asked.email ?? null,
      tokenHash: hashOf(token),
      codeHash: codeHashOf(readCode(code) ?? code, facts),
      notifyAfterMinutes: asked.notifyAfterMinutes ?? null,
      offeredAt: new Date(now),
      endsAt,
    })
  })
  const link = `${config.PUBLIC_URL}${SERVER_PAGES.shared}?token=${token}`
  return { id, link, code, offerEndsAt: toInstant(now + OFFER_LIFE) }
}

function checkedEnd({ expiresAt }: GrantBody, now: number): Date | null {
  if (!expiresAt) return null
  const end = Date.parse(expiresAt)
  if (end <= now) throw invalid('expiresAt', t('expiresAt must be in the future.'))
  if (end > now + LONGEST_GRANT) throw invalid('expiresAt', t('expiresAt must be within five years.'))
  return new Date(end)
}

/** Counts those who see or help the person, and invitations that can still be accepted. */
async function countHelpers(tx: Database, personId: string, now: number): Promise<number> {
  const rows = await tx
    .select()
    .from(grants)
    .where(and(eq(grants.userId, personId), isNull(grants.revokedAt)))
  return rows.filter((row) => stateOf(row, now) !== 'over').length
}

/** What an invitation that cannot be accepted answers, whatever the reason. */
export const noOffer = () =>
  new ApiError(404, 'not_found', t('This invitation does not work: it was used or withdrawn, or is older than 7 days.'))

/** Returns the invitation with this token or code, if it can be accepted at the moment; otherwise null. */
export async function findOffer(
  context: Pick<Context, 'db' | 'clock' | 'config' | 'facts'>,
  tokenOrCode: string,
): Promise<FullGrant | null> {
  const signs = readCode(tokenOrCode)
  const isIt = signs ? eq(grants.codeHash, codeHashOf(signs, context.facts)) : eq(grants.tokenHash, hashOf(tokenOrCode))
  const [found] = await fullGrants(context.db, and(isIt, isNull(grants.acceptedAt)))
  if (!found || stateOf(found.grant, context.clock.now()) !== 'offered') return null
  return grantingOwner(found, context) ? found : null
}

/** Returns what is said of an invitation before it is accepted: who offers what, and nothing about health. */
export function offerOf(full: FullGrant): Offer {
  const { grant, owner } = full
  return {
    role: grant.role,
    person: { name: shownPerson(full).name, colour: shownPerson(full).colour },
    offeredBy: nameWithoutAddress(owner),
    offerEndsAt: toInstant(grant.offeredAt.getTime() + OFFER_LIFE),
    expiresAt: grant.endsAt && toInstant(grant.endsAt.getTime()),
    notifyAfterMinutes: grant.notifyAfterMinutes,
    isForOneAddress: grant.email !== null,
  }
}
