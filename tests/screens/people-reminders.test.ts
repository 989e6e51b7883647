import { expect, it } from 'vitest'
import type { MedicationId, SlotId } from '#domain/lib/ids.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { planDay } from '#tests/e2e/support/day.ts'
import { shownIn } from '#tests/e2e/support/notifications.ts'
import { personPush } from '#tests/e2e/support/pushes.ts'
import { dateIn } from '#tests/e2e/support/zones.ts'
import { until } from '#tests/support/wait.ts'
import { enableNotifications } from './support/notifications.ts'
import { chip, dosesOf, dosesOfServer, everyone, on, parent, taken } from './support/people.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'
import { openDesk } from './support/worker.ts'

const screens = setUpScreens()

/** Returns the slot of the only medicine of a person. */
async function slotOf(user: User, person: ListedPerson): Promise<SlotId> {
  const [medication] = (await on(user, person).call<Medication[]>('GET', '/api/medications')).body
  const [time] = medication?.reminderTimes ?? []
  return slotIdOf(medication?.id as MedicationId, dateIn(user.timeZone, 0) as LocalDate, time as LocalTime)
}

it('R11.10 alerts of two people come one after the other, whoever is shown, and Taken goes to the right one', async () => {
  const user = await screens.user()
  await user.signUp()
  await enableNotifications(user)
  const { body: mia } = await user.call<ListedPerson>('POST', '/api/people', { name: 'Mia' })
  await planDay(user, [{ name: 'Metformin', minutes: [-1] }])
  await user.open('/')
  await everyone(user).waitFor()
  const own = user.dialog(/^Time to take Metformin/)
  await own.waitFor()
  await planDay(on(user, mia), [{ name: 'Amoxicillin', minutes: [-1] }])
  const titles = async () => (await shownIn(user.page)).map(({ title }) => title).sort()
  await until(async () => (await titles()).length === 2, { what: 'a notification for each' })
  expect(await titles()).toEqual([
    expect.stringMatching(/^Medication Reminder/),
    expect.stringMatching(/^Mia: time for Amoxicillin/),
  ])
  expect(await user.dialog().count()).toBe(1)
  await own.getByText(/^.You$/).waitFor()
  await own.getByRole('button', { name: 'Taken', exact: true }).click()
  const hers = user.dialog(/^Time to take Amoxicillin/)
  await hers.waitFor()
  await hers.getByText(/^.Mia$/).waitFor()
  await until(async () => (await user.dosesOnServer()).length === 1, { what: 'one’s own dose on the server' })
  expect(await dosesOfServer(user, mia)).toBe(0)
  await hers.getByRole('button', { name: 'Taken', exact: true }).click()
  await hers.waitFor({ state: 'detached' })
  await until(async () => (await dosesOf(user, mia)).length === 1, { what: 'the dose of Mia on the server' })
  expect(await user.dosesOnServer()).toHaveLength(1)
  await until(async () => (await titles()).length === 0, { what: 'no notification' })
})

it('R11.7 R11.9 with every page closed a push about Mia is answered from her data, Taken logs for her, and a press shows her dose', async () => {
  const { user, mia } = await parent(await screens.user())
  await user.open('/')
  await taken(user, 'Amoxicillin').waitFor()
  await chip(user, 'You').click()
  await user.page
    .getByRole('link', { name: /Metformin/ })
    .first()
    .waitFor()
  const slot = await slotOf(user, mia)
  const push = personPush(user, { person: mia.id, account: (await user.user()).id, slotIds: [slot] })
  user.page.close()
  const desk = openDesk(user)
  await desk.push(push)
  const [shown] = await desk.awaitShown(({ length }) => length === 1)
  expect(shown).toMatchObject({ title: 'Mia: time for Amoxicillin', tag: slot, stays: true })
  const [address = ''] = await desk.click(slot)
  expect(address).toBe(`/?dose=${slot}&person=${mia.id}`)

  await user.offline()
  await desk.push(push)
  await desk.awaitShown(({ length }) => length === 1)
  expect(await desk.click(slot, 'taken')).toEqual([])
  expect(await desk.shown()).toEqual([])
  await user.online()
  await desk.sync('outbox')
  await until(async () => (await dosesOf(user, mia)).length === 1, { what: 'the dose of Mia on the server' })
  expect(await user.dosesOnServer()).toEqual([])

  await user.newTab(address)
  await user.page.getByText('Mia’s day').waitFor()
  await user.dialog('Amoxicillin').waitFor()
  expect(await user.page.evaluate(() => location.search)).toBe(`?dose=${slot}`)
})

it('R11.5 an open page of whoever helps with Mia shows her doses and announces none of them', async () => {
  const owner = await screens.user()
  await owner.signUp()
  const { body: mia } = await owner.call<ListedPerson>('POST', '/api/people', { name: 'Mia' })
  await planDay(on(owner, mia), [{ name: 'Amoxicillin', minutes: [-1] }])
  const { body: offer } = await owner.call<{ code: string }>('POST', `/api/people/${mia.id}/grants`, { role: 'manage' })
  const helper = await screens.user()
  await helper.signUp()
  await enableNotifications(helper)
  expect((await helper.call('POST', `/api/grants/offers/${offer.code}/accept`)).status).toBe(200)
  await planDay(helper, [{ name: 'Metformin', minutes: [-1] }])
  await helper.open('/')
  await taken(helper, 'Amoxicillin').waitFor()
  const own = helper.dialog(/^Time to take Metformin/)
  await own.getByRole('button', { name: 'Taken', exact: true }).click()
  await own.waitFor({ state: 'detached' })
  // Hers would be next, at once.
  expect(await helper.dialog().count()).toBe(0)
  await until(async () => (await shownIn(helper.page)).length === 0, { what: 'no notification' })
})
