import { eq, sql } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import { t } from '#domain/language/translate.ts'
import { DAY, HOUR } from '#domain/lib/local-time.ts'
import { listed } from '#domain/lib/text.ts'
import { currentUser } from '../accounts/users.ts'
import type { Database } from '../db/database.ts'
import { toTimestamp } from '../db/parameters.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import { mailBody } from '../mail/mail-body.ts'
import type { Mail } from '../mail/mailer.ts'
import { enqueueMail } from '../mail/queue.ts'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { inLanguage } from '../platform/language.ts'
import { eachAccount } from '../queue/each-account.ts'
import type { Job } from '../queue/jobs.ts'
import { mayBeTried, type OnSetAside } from '../queue/set-aside.ts'

/** How long a device may go without confirming that a reminder was shown, while reminders were sent (R6.1). */
const SILENCE = 2 * DAY
/** A warning that had no effect is repeated after this. */
const AGAIN_AFTER = 14 * DAY
/** Accounts per run; the next run, an hour later, takes the rest. */
const PORTION = 200

export interface SilentDevices {
  db: Database
  clock: Clock
  random: RandomBytes
  config: Pick<Config, 'ADMIN_EMAILS' | 'PUBLIC_URL'>
  onSetAside: OnSetAside
  /** Called when mails have been queued. */
  mailWaits: () => void
}

export const silentDevicesJob = (options: SilentDevices): Job => ({
  name: 'devices that show no reminders',
  every: HOUR,
  run: () => warnOfSilence(options),
})

/**
 * Mails every user none of whose devices has confirmed showing a reminder for 48 hours although some were due (R6.1).
 * After a new confirmation a device may be warned about again, otherwise not for two weeks. Marking a device as warned
 * about and queueing the mail are one transaction. An account that cannot be mailed is set aside, and the call rejects
 * after the others are done.
 */
export async function warnOfSilence(options: SilentDevices): Promise<void> {
  const { db, clock, onSetAside, mailWaits } = options
  const now = clock.now()
  const silent = await silentAccounts(db, now)
  await eachAccount(silent, 'silence-mail', (userId) => warnOne(options, userId, now), {
    db,
    now,
    onSetAside,
  }).finally(mailWaits)
}

/** Only one of several servers sends the mail. */
async function warnOne({ db, clock, random, config }: SilentDevices, userId: string, now: number): Promise<void> {
  await transaction(db, async (tx) => {
    const devices = await markWarned(tx, userId, now)
    const [account] = await tx.select().from(users).where(eq(users.id, userId))
    if (!account || devices.length === 0) return
    if (!mayUse(currentUser(account, config, now), 'health', now).allowed) return
    const mail = inLanguage(account.language, () => silenceMail(account.email, devices, config.PUBLIC_URL))
    await enqueueMail(tx, { clock, random }, mail, userId)
  })
}

const proof = sql`coalesce(last_shown_at, created_at)`
const againAfter = (now: number) => toTimestamp(now - AGAIN_AFTER)

/** Returns one portion of the accounts with silent devices. */
async function silentAccounts(db: Database, now: number): Promise<string[]> {
  const since = toTimestamp(now - SILENCE)
  const { rows } = (await db.execute(sql`
    select user_id from push_subscriptions as device
    where ${mayBeTried('silence-mail', sql`device.user_id`, now)}
    group by user_id
    having max(${proof}) <= ${since}
      and (max(warned_at) is null or max(warned_at) < greatest(max(${proof}), ${againAfter(now)}))
      and exists (select 1 from push_sends
        where (push_sends.user_id = device.user_id
            or push_sends.user_id in (select id from people where owner_id = device.user_id))
          and kind = 'reminder' and due_at > ${since})
    limit ${PORTION}`)) as unknown as { rows: { user_id: string }[] }
  return rows.map(({ user_id }) => user_id)
}

/** Marks an account's devices as warned about and returns their names, or none if another server was first. */
async function markWarned(tx: Database, userId: string, now: number): Promise<string[]> {
  const { rows } = (await tx.execute(sql`
    update push_subscriptions set warned_at = ${toTimestamp(now)}
    where user_id = ${userId} and (warned_at is null or warned_at < greatest(${proof}, ${againAfter(now)}))
    returning device_name`)) as unknown as { rows: { device_name: string }[] }
  return rows.map(({ device_name }) => device_name)
}

/** Names devices but no medication, because lock screens show mails too. */
function silenceMail(to: string, names: readonly string[], origin: string): Mail {
  const devices = listed([...new Set(names)])
  const address = `${origin}/settings/reminders`
  const happened = t(
    'In the last two days reminders were sent to {devices}, and nothing tells us that any was shown.',
    { devices },
  )
  const remedy = t('Open Dosewell on that device and look at Reminder health: it says what is wrong and how to fix it.')
  const meanwhile = t('Until it works, set an alarm in your phone’s clock for doses that must not be late.')
  return {
    to,
    subject: t('Your phone may not be reminding you'),
    ...mailBody([happened, remedy, { link: address }, meanwhile]),
  }
}
