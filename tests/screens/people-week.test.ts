import { expect, it } from 'vitest'
import { addDays, type LocalDate, type LocalTime } from '#domain/lib/local-time.ts'
import { instantAt } from '#domain/lib/zone.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { systemRandom } from '#server/platform/clock.ts'
import { tellHelpers } from '#server/reminders/missed-doses.ts'
import type { TestClock } from '#server/testing/clock.ts'
import { pushCollector } from '#server/testing/push-collector.ts'
import { neverSetAside } from '#server/testing/set-aside.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { dateIn } from '#tests/e2e/support/zones.ts'
import { until } from '#tests/support/wait.ts'
import { hasNothingOf, on, taken } from './support/people.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

/** Runs like the real one, days ahead of it. */
function clockAhead(): TestClock {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms
    },
    set: (instant) => {
      ahead = new Date(instant).getTime() - Date.now()
    },
  }
}

const clock = clockAhead()
const screens = setUpScreens({ clock })
const MEDICINE = 'Warfarin'
const MORNING = '08:02'
const EVENING = '20:02'

interface Family {
  phone: User
  tablet: User
  /** The helper's. */
  other: User
  mia: ListedPerson
  grant: string
}

/** Ada's phone and tablet, Mia, who has no sign-in, and Bob's phone, which is to hear of what nobody logged. */
async function family(): Promise<Family> {
  const [phone, tablet, other] = [await screens.user(), await screens.user(), await screens.user()]
  for (const { page } of [phone, tablet, other]) await page.clock.install({ time: clock.now() })
  const email = newAddress('ada')
  await phone.signUp(email)
  await other.signUp(newAddress('bob'))
  await other.call('PATCH', '/api/user/profile', { firstName: 'Bob' })
  const { body: mia } = await phone.call<ListedPerson>('POST', '/api/people', { name: 'Mia', timeZone: phone.timeZone })
  const plan = {
    name: MEDICINE,
    dosage: '5 mg',
    frequency: 'twice a day',
    important: true,
    reminderTimes: ['08:00', '20:00'],
  }
  const createdAt = new Date(clock.now()).toISOString()
  await on(phone, mia).call('POST', '/api/medications', { ...plan, id: crypto.randomUUID(), createdAt })
  const offer = { role: 'help', notifyAfterMinutes: 30 }
  const { body } = await phone.call<{ id: string; link: string }>('POST', `/api/people/${mia.id}/grants`, offer)
  await other.call('POST', `/api/grants/offers/${new URL(body.link).searchParams.get('token')}/accept`)
  await tablet.signIn(email, 'Everyone today')
  for (const user of [phone, other]) await user.open('/')
  return { phone, tablet, other, mia, grant: body.id }
}

/** Time passes for the server and every device, in jumps, as for pages in pockets. */
async function goTo({ phone, tablet, other }: Family, date: LocalDate, time: string): Promise<void> {
  const ms = instantAt(date, time as LocalTime, phone.timeZone) - clock.now()
  clock.advance(ms)
  for (const { page } of [phone, tablet, other]) await page.clock.fastForward(ms)
}

const holds = async (user: User, date: LocalDate, time: string) =>
  (await user.doses()).some(({ snapshot }) => snapshot.date === date && snapshot.time === time)

/** A jump of its clock has a page read the day anew, and a press on what it showed just before goes nowhere. */
const give = async (user: User, date: LocalDate, time: string) => {
  const button = taken(user, MEDICINE)
  const isGiven = async () => {
    if (await holds(user, date, time)) return true
    if ((await button.count()) > 0) await button.first().click()
    return false
  }
  await until(isGiven, { timeout: 30_000, what: `the dose of ${date} ${time}, given` })
  await button.first().waitFor({ state: 'hidden' })
}
/** A page that has not caught up with a jump of its clock yet shows no dose either: what the device knows decides. */
const sees = async (user: User, date: LocalDate, time: string) => {
  await until(() => holds(user, date, time), { timeout: 30_000, what: `the dose of ${date} ${time}` })
  await taken(user, MEDICINE).first().waitFor({ state: 'hidden' })
}

interface Logged {
  kind: string
  by?: { name: string }
  snapshot: { date: string; time: string }
}
const logOf = async ({ phone, mia }: Family) =>
  (await on(phone, mia).call<{ events: Logged[] }>('GET', '/api/doses?since=0')).body.events
const loggedFor = async (family: Family, date: LocalDate, time: string) =>
  (await logOf(family)).filter(({ snapshot }) => snapshot.date === date && snapshot.time === time)

/** Does what a server does each minute. Returns the mails to helpers. */
async function tellWhoHelps(): Promise<Mail[]> {
  const mails: Mail[] = []
  const { db, config } = screens.server
  const mailer = { destination: 'kept here', send: async (mail: Mail) => void mails.push(mail) }
  const rest = { push: pushCollector(), random: systemRandom, onSetAside: neverSetAside }
  await tellHelpers({ db, clock, config, mailer, ...rest })
  return mails
}

it('a family lives a week: two phones and a tablet, evenings without a network, a dose that nobody logs, one given by two, and the end of the sharing', {
  timeout: 120_000,
}, async () => {
  const all = await family()
  const { phone, tablet, other, mia, grant } = all
  const first = dateIn(phone.timeZone, 1, clock.now()) as LocalDate
  const day = (number: number) => addDays(first, number - 1)
  const evening = async (number: number) => goTo(all, day(number), EVENING)
  const morning = async (number: number) => {
    await goTo(all, day(number), MORNING)
    await give(number % 2 === 0 ? tablet : phone, day(number), '08:00')
    for (const user of [phone, tablet, other]) await sees(user, day(number), '08:00')
  }

  // Days 1 and 2 end with the tablet at the bedside, where there is no network.
  for (const number of [1, 2]) {
    await morning(number)
    await tablet.offline()
    await evening(number)
    await give(tablet, day(number), '20:00')
    expect(await loggedFor(all, day(number), '20:00')).toEqual([])
    await taken(phone, MEDICINE).first().waitFor()
    await tablet.online()
    for (const user of [phone, other]) await sees(user, day(number), '20:00')
    expect(await tellWhoHelps()).toEqual([])
  }

  // On day 3 nobody does, so Bob is told, once, and gives it. The others see who did.
  await morning(3)
  await goTo(all, day(3), '20:31')
  expect(await tellWhoHelps()).toMatchObject([{ subject: 'Not logged yet for M: 8:00 PM' }])
  expect(await tellWhoHelps()).toEqual([])
  await give(other, day(3), '20:00')
  for (const user of [phone, tablet]) await sees(user, day(3), '20:00')
  expect(await loggedFor(all, day(3), '20:00')).toMatchObject([{ kind: 'taken', by: { name: 'Bob' } }])

  // On day 4 Bob gives it without a network, and Ada as well: both entries stay, and each device asks.
  await morning(4)
  await other.offline()
  await evening(4)
  await give(other, day(4), '20:00')
  await give(phone, day(4), '20:00')
  await other.online()
  await until(async () => (await loggedFor(all, day(4), '20:00')).length === 2, { what: 'both entries' })

  for (const number of [5, 6]) {
    await morning(number)
    await evening(number)
    await give(phone, day(number), '20:00')
    for (const user of [tablet, other]) await sees(user, day(number), '20:00')
  }

  // Day 7: Mia is well, and nobody has to help any more.
  await morning(7)
  expect((await phone.call('DELETE', `/api/grants/${grant}`)).status).toBe(200)
  await until(() => hasNothingOf(other, mia), { what: 'a phone of Bob without anything of Mia' })

  const planned = [1, 2, 3, 4, 5, 6, 7].flatMap((number) => ['08:00', '20:00'].map((time) => `${day(number)} ${time}`))
  const logged = (await logOf(all)).map(({ snapshot }) => `${snapshot.date} ${snapshot.time}`)
  expect([...new Set(logged)].sort()).toEqual(planned.slice(0, -1))
  expect(logged).toHaveLength(planned.length)
  for (const user of [phone, tablet]) expect(await user.outbox()).toEqual({ waiting: 0, attention: 0 })
})
