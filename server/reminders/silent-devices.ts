import { inArray, sql } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import { DAY, HOUR } from '#domain/lib/local-time.ts'
import type { Clock, RandomBytes } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { toTimestamp } from '../db/parameters.ts'
import { users } from '../db/schema/index.ts'
import { transaction } from '../db/transaction.ts'
import type { Job } from '../jobs.ts'
import { enqueueMail } from '../mail/queue.ts'
import { letter } from '../services/letter.ts'
import type { Mail } from '../services/mail.ts'
import { currentUser } from '../services/users.ts'

/** So long without proof that a reminder was shown, while reminders were sent (R6.1). */
const SILENCE = 2 * DAY
/** A warning that changed nothing is repeated after this. */
const AGAIN_AFTER = 14 * DAY
/** Accounts of one run; the next hour takes the rest. */
const PORTION = 200

export interface SilentDevices {
  db: Database
  clock: Clock
  random: RandomBytes
  config: Pick<Config, 'ADMIN_EMAILS' | 'PUBLIC_URL'>
  /** Hears that mails were put into the queue. */
  mailWaits: () => void
}

export const silentDevicesJob = (options: SilentDevices): Job => ({
  name: 'devices that show no reminders',
  every: HOUR,
  run: () => warnOfSilence(options),
})

/**
 * Writes one mail to everybody none of whose devices has reported a reminder as shown for 48 hours, although some were due (R6.1):
 * after a proof that came since it may be written again, otherwise not for two weeks. That a device was warned of and its mail are
 * one transaction.
 */
export async function warnOfSilence({ db, clock, random, config, mailWaits }: SilentDevices): Promise<void> {
  const now = clock.now()
  await transaction(db, async (tx) => {
    const devices = await claimSilent(tx, now)
    if (devices.size === 0) return
    const accounts = await tx
      .select()
      .from(users)
      .where(inArray(users.id, [...devices.keys()]))
    for (const account of accounts) {
      if (!mayUse(currentUser(account, config, now), 'health', now).allowed) continue
      const mail = silenceMail(account.email, devices.get(account.id) ?? [], config.PUBLIC_URL)
      await enqueueMail(tx, { clock, random }, mail, account.id)
    }
  })
  mailWaits()
}

/** Marks the devices as warned of and answers their names by account: of several servers one gets each account. */
async function claimSilent(db: Database, now: number): Promise<Map<string, string[]>> {
  const [at, since, again] = [now, now - SILENCE, now - AGAIN_AFTER].map(toTimestamp)
  const proof = sql`coalesce(last_shown_at, created_at)`
  const { rows } = (await db.execute(sql`
    with silent as (
      select user_id from push_subscriptions as device
      group by user_id
      having max(${proof}) <= ${since}
        and (max(warned_at) is null or max(warned_at) < greatest(max(${proof}), ${again}))
        and exists (select 1 from push_sends
          where push_sends.user_id = device.user_id and kind = 'reminder' and due_at > ${since})
      limit ${PORTION}
    )
    update push_subscriptions set warned_at = ${at} from silent
    where push_subscriptions.user_id = silent.user_id
      and (warned_at is null or warned_at < greatest(${proof}, ${again}))
    returning push_subscriptions.user_id, device_name`)) as unknown as {
    rows: { user_id: string; device_name: string }[]
  }
  const names = new Map<string, string[]>()
  for (const { user_id, device_name } of rows)
    names.set(user_id, [...(names.get(user_id) ?? []), device_name])
  return names
}

/** Names devices, no medicine: a mail is read on lock screens too. */
function silenceMail(to: string, names: readonly string[], origin: string): Mail {
  const which = new Intl.ListFormat('en-AU').format([...new Set(names)])
  const address = `${origin}/settings/reminders`
  const happened = `In the last two days reminders were sent to ${which}, and nothing tells us that any was shown.`
  const remedy =
    'Open Dosewell on that device and look at Reminder health: it says what is wrong there and how to repair it.'
  const meanwhile = 'Until it works, set an alarm of the phone’s own clock for doses that must not be late.'
  return {
    to,
    subject: 'Your phone may not be reminding you',
    ...letter([happened, remedy, { link: address }, meanwhile]),
  }
}
