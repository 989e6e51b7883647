import type { BrowserContext } from 'playwright-core'
import type { UserId } from '#domain/lib/ids.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import type { User } from '#tests/e2e/support/user.ts'
import { signUp, ZONE } from './account.ts'
import { openBenchPage } from './bench-page.ts'
import { coldStarts, type Painted } from './cold-start.ts'
import { type BenchMedication, benchMedications } from './events.ts'
import { held, type Samples } from './figures.ts'
import type { Scenario } from './scenario.ts'
import type { Setup } from './setup.ts'

const DOSES = 20_000
const OTHERS = ['Mia', 'Grandpa', 'Bert', 'Noor']
/** Alternately, so that both meet the same machine. */
const TURNS = 4
const STARTS_PER_TURN = 4
/** What two halves of one measurement differ by on a busy machine. */
const NOT_SLOWER = 1.1

/** Whom the page with several people shows when it starts. */
const SHOWN = ['own', 'other', 'everyone'] as const
type Whom = (typeof SHOWN)[number]

const WORK: Record<Whom, string> = {
  own: 'open with five people, the account’s own day painted',
  other: 'open with five people, the day of another painted',
  everyone: 'open with five people, everyone’s day painted',
}

interface Family {
  context: BrowserContext
  user: User
  own: UserId
  medications: BenchMedication[]
  people: ListedPerson[]
}

/** Starts of the app with five people of 20,000 doses each, compared with one such person on another device. */
export const withPeople: Scenario = {
  rows: SHOWN.map((whom) => `people-cold-start-${whom}`),
  async run(setup, wanted, add) {
    const alone = await family(setup, 'one@example.org', [])
    const five = await family(setup, 'five@example.org', OTHERS)
    for (const whom of SHOWN) {
      if (!wanted.has(`people-cold-start-${whom}`)) continue
      await showAtStart(setup, five, whom)
      const times: Record<'one' | 'five', number[]> = { one: [], five: [] }
      for (let turn = 0; turn < TURNS; turn += 1) {
        times.one.push(...(await starts(setup, alone, dayOf(alone))))
        times.five.push(...(await starts(setup, five, whom === 'everyone' ? EVERYONES : dayOf(five))))
      }
      const one: { name: string; samples: Samples } = { name: 'one person', samples: times.one }
      add(held(`people-cold-start-${whom}`, WORK[whom], times.five, one, NOT_SLOWER))
    }
    await Promise.all([alone.context.close(), five.context.close()])
  },
}

const starts = (setup: Setup, { context }: Family, painted: Painted): Promise<number[]> =>
  coldStarts(context, setup.server.url, painted, STARTS_PER_TURN)

const dayOf = ({ medications }: Family): Painted => ({
  within: '.day',
  count: 1,
  names: medications.map(({ name }) => name),
})

const EVERYONES: Painted = { within: '.everyone .day', count: OTHERS.length + 1, names: [] }

/** Signs up on a new device, adds these people, and gives everybody the same medications and a log of that length. */
async function family(setup: Setup, email: string, names: readonly string[]): Promise<Family> {
  const context = await setup.device()
  const user = await signUp(context, setup.server, email)
  for (const name of names) await user.call('POST', '/api/people', { name, timeZone: ZONE })
  const { body: people } = await user.call<ListedPerson[]>('GET', '/api/people')
  const { id: own } = await user.user()
  // The app itself makes everybody's database and brings it in step.
  await user.open('/')
  const bench = await openBenchPage(context, setup.server.url, setup.script)
  const ids = people.map(({ id }) => id as string as UserId)
  await bench.call('untilInStep', ids)
  await user.page.close()
  const medications = benchMedications()
  for (const id of ids) await bench.call('growPerson', id, medications, DOSES, ZONE)
  await bench.page.close()
  return { context, user, own, medications, people }
}

/** Stores on the device whom the next start shows, as choosing them does. */
async function showAtStart(setup: Setup, { context, own, people }: Family, whom: Whom): Promise<void> {
  const bench = await openBenchPage(context, setup.server.url, setup.script)
  const chosen = people.find(({ isSelf }) => isSelf === (whom === 'own'))
  await bench.call('showAtStart', own, whom === 'everyone' || !chosen ? 'everyone' : chosen.id)
  await bench.page.close()
}
