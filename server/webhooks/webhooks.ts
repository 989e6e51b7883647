import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { type Instant, toInstant } from '#domain/lib/instant.ts'
import type { Webhook, WebhookEvent } from '#domain/protocol/webhooks.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { addToken, revokeTokens } from '../accounts/personal-tokens.ts'
import { personalTokens } from '../accounts/tables.ts'
import { hashOf } from '../accounts/token-hash.ts'
import type { Context } from '../http/context.ts'
import { peopleOf } from '../people/people.ts'
import { ApiError, invalid } from '../platform/errors.ts'
import { newServerId } from '../platform/ids.ts'
import { readState, type SyncState } from '../sync/state.ts'
import { webhookAddress } from './address-policy.ts'
import { secretOf } from './signature.ts'
import { webhooks } from './tables.ts'

export type WebhookRow = typeof webhooks.$inferSelect

/** Which version each event is about. */
export const VERSIONS = {
  doses: 'dosesSeq',
  medications: 'medicationsVersion',
  appointments: 'appointmentsVersion',
  supply: 'supplySeq',
} as const satisfies Record<WebhookEvent, keyof SyncState>

const instantOf = (date: Date | null): Instant | null => date && toInstant(date.getTime())

const shown = (row: WebhookRow, createdAt: Date): Webhook => ({
  id: row.id,
  event: row.event,
  personId: row.personId as PersonId,
  url: row.url,
  createdAt: toInstant(createdAt.getTime()),
  lastAt: instantOf(row.lastAt),
  lastStatus: row.lastStatus,
  failingSince: instantOf(row.failingSince),
  endedAt: instantOf(row.endedAt),
})

/** A condition: its token was not revoked. */
const isThere = isNull(personalTokens.revokedAt)

/**
 * Makes a webhook for what changes from now on. One that was given up makes room for it. The secret exists only in the
 * answer.
 * @throws ApiError 400 for an address or a person that is not allowed; 409 `limit_reached` where there is one already;
 * 410 if the account is gone
 */
export async function makeWebhook(
  context: Pick<Context, 'db' | 'clock' | 'random' | 'config' | 'facts' | 'journal'>,
  account: CurrentUser,
  asked: { event: WebhookEvent; url: string; personId: PersonId | null },
): Promise<Webhook & { secret: string }> {
  const { db, clock, random, config, facts } = context
  const now = clock.now()
  const personId = asked.personId ?? (account.id as string as PersonId)
  const url = webhookAddress(asked.url, config.WEBHOOK_ORIGIN)
  if (!url) throw invalid('url', t('The address must begin with https:// and a public name, without port or password.'))
  if (!(await peopleOf(context, account)).some(({ id }) => id === personId))
    throw invalid('personId', t('There is no such person.'))
  const same = and(eq(webhooks.userId, account.id), eq(webhooks.personId, personId), eq(webhooks.event, asked.event))
  const [before] = await rowsOf(context, and(same, isThere))
  if (before && before.row.endedAt === null)
    throw new ApiError(409, 'limit_reached', t('There is a webhook for this already. End it first.'))
  if (before) await endWebhook(context, account.id, before.row.id)
  const id = newServerId(clock, random)
  const state = await readState(db, personId)
  const row: WebhookRow = {
    id,
    userId: account.id,
    personId,
    event: asked.event,
    url: url.href,
    version: state[VERSIONS[asked.event]],
    nextAt: new Date(now),
    failures: 0,
    failingSince: null,
    lastAt: null,
    lastStatus: null,
    endedAt: null,
  }
  await addToken(
    db,
    {
      id,
      userId: account.id,
      name: '',
      scopes: [],
      calendarOf: null,
      wording: null,
      tokenHash: hashOf(Buffer.from(random(32)).toString('base64url')),
      createdAt: new Date(now),
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    },
    {
      among: sql`exists (select 1 from ${webhooks}
        where ${webhooks.id} = ${personalTokens.id} and ${webhooks.personId} = ${personId}
          and ${webhooks.event} = ${asked.event} and ${personalTokens.revokedAt} is null)`,
      most: 1,
      refusal: t('There is a webhook for this already. End it first.'),
      also: (tx) => tx.insert(webhooks).values(row),
    },
  )
  return { ...shown(row, new Date(now)), secret: secretOf(id, facts) }
}

/** Returns the account's webhooks, those that were given up included, the newest first. */
export async function webhooksOf(context: Pick<Context, 'db'>, userId: string): Promise<Webhook[]> {
  const rows = await rowsOf(context, and(eq(webhooks.userId, userId), isThere))
  return rows.map(({ row, createdAt }) => shown(row, createdAt))
}

/** Ends one of the user's webhooks for good. Returns false if it is not the user's or already ended. */
export async function endWebhook(
  context: Pick<Context, 'db' | 'clock' | 'journal'>,
  userId: string,
  id: string,
): Promise<boolean> {
  const [found] = await rowsOf(context, and(eq(webhooks.userId, userId), eq(webhooks.id, id), isThere))
  return found !== undefined && (await revokeTokens(context, eq(personalTokens.id, id))) > 0
}

const rowsOf = ({ db }: Pick<Context, 'db'>, which: SQL | undefined) =>
  db
    .select({ row: webhooks, createdAt: personalTokens.createdAt })
    .from(webhooks)
    .innerJoin(personalTokens, eq(personalTokens.id, webhooks.id))
    .where(which)
    .orderBy(desc(personalTokens.createdAt), desc(webhooks.id))
