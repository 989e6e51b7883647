import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database } from '#server/db/database.ts'
import { systemRandom } from '#server/platform/clock.ts'
import { type ReminderWorker, reminderWorker } from '#server/reminders/worker.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { type TestClock, testClock } from '#server/testing/clock.ts'
import { freshDatabase } from '#server/testing/database.ts'
import * as schema from '#server/testing/tables.ts'
import { until } from '#tests/support/wait.ts'
import { PreparedPglite } from '#tests/sync/prepared-pglite.ts'
import { type Death, SimulatedPushService } from './push-service.ts'
import type { Sabotage } from './sabotage.ts'

export const ORIGIN = 'https://dosewell.example'

/** The server with its worker, driven step by step on PGlite; it can be stopped, killed and restarted. */
export class SimulatedServer {
  readonly faults: unknown[] = []
  readonly app: TestApp
  readonly clock: TestClock
  readonly push: SimulatedPushService
  #worker: ReminderWorker
  isUp = true

  private constructor(app: TestApp, clock: TestClock, push: SimulatedPushService) {
    this.app = app
    this.clock = clock
    this.push = push
    this.#worker = this.#newWorker()
  }

  static async begin(now: number, sabotage?: Sabotage): Promise<SimulatedServer> {
    const clock = testClock(new Date(now).toISOString())
    const push = new SimulatedPushService(clock.now, sabotage === 'pushes are lost')
    const { pglite, close } = await freshDatabase()
    if (!pglite) throw new Error('The simulation runs on PGlite')
    const db = drizzle(new PreparedPglite(pglite) as never, { schema }) as unknown as Database
    const app = await testApp({ clock, push, database: { db, background: db, pglite, close } })
    return new SimulatedServer(app, clock, push)
  }

  #newWorker(): ReminderWorker {
    const { db } = this.app
    const onFault = (error: unknown) => this.faults.push(error)
    return reminderWorker({
      db,
      clock: this.clock,
      random: systemRandom,
      push: this.push,
      origin: ORIGIN,
      onFault,
      onSetAside: ({ error }) => onFault(error),
      // A server on PGlite has its database to itself (server/serve.ts).
      isAlone: true,
      portion: 50,
    })
  }

  /** Processes everything that is due now. */
  pass = (): Promise<void> => this.#worker.pass()

  /** Moves the instants of all doses that it received now. */
  async misdate(): Promise<void> {
    const now = new Date(this.clock.now()).toISOString()
    await this.app.db.execute(
      sql`update dose_events set at = at + interval '17 minutes' where received_at = ${now}::timestamptz`,
    )
  }

  stop(): void {
    this.isUp = false
  }

  /** Lets the process die while sending what is due now: all of it is claimed, none of it recorded as sent. */
  async die(death: Death): Promise<void> {
    this.push.death = death
    const doomed = this.#worker
    void doomed.pass()
    const now = new Date(this.clock.now()).toISOString()
    const isClaimed = async () => {
      const { rows } = (await this.app.db.execute(sql`select
        (select count(*) from reminder_due where due_at <= ${now}::timestamptz)
        + (select count(*) from reminder_rings where look_at <= ${now}::timestamptz) as open`)) as unknown as {
        rows: { open: string | number }[]
      }
      return Number(rows[0]?.open) === 0
    }
    await until(isClaimed, { interval: 2, timeout: 20_000, what: 'the end of the last look of a server' })
    this.isUp = false
  }

  /** Starts another process on the same database. */
  async start(): Promise<void> {
    this.push.death = null
    await this.app.restart()
    this.#worker = this.#newWorker()
    this.isUp = true
  }

  close = (): Promise<void> => this.app.close()
}
