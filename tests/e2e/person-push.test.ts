import { expect, it } from 'vitest'
import type { MedicationId } from '#domain/lib/ids.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { openDesk } from './support/notifications.ts'
import { personPush } from './support/pushes.ts'
import { setUpScreens } from './support/screens.ts'
import { dateIn } from './support/zones.ts'

/** Everything else that the worker does for several people is tested in tests/screens/people-reminders.test.ts. */
const screens = setUpScreens()

it('R11.7 with no page open a push about Mia rings beside one’s own, and Taken on it logs for her', async () => {
  const user = await screens.user()
  await user.signUp()
  await user.workerReady()
  await planDay(user, [{ name: 'Metformin', minutes: [-2] }])
  const { body: mia } = await user.call<ListedPerson>('POST', '/api/people', { name: 'Mia' })
  const account = (await user.user()).id
  const names = { 'dosewell-user': mia.id, 'dosewell-account': account }
  const call = <T>(method: string, path: string, body?: unknown) => user.call<T>(method, path, body, names)
  const [id] = await planDay({ timeZone: user.timeZone, call }, [{ name: 'Amoxicillin', minutes: [-1], dosage: '' }])
  await user.open('/')
  await user.page.getByRole('button', { name: 'Taken: Amoxicillin' }).waitFor()
  const [planned] = (await call<Medication[]>('GET', '/api/medications')).body
  const [time] = planned?.reminderTimes ?? []
  const slot = slotIdOf(id as MedicationId, dateIn(user.timeZone, 0) as LocalDate, time as LocalTime)
  const desk = await openDesk(user)
  await user.page.close()

  await desk.push(personPush(user, { person: mia.id, account, slotIds: [slot] }))
  const [shown] = await desk.awaitShown(({ length }) => length === 1)
  expect(shown).toMatchObject({
    title: 'Mia: time for Amoxicillin',
    body: expect.stringMatching(/^Time to take Amoxicillin at /),
    tag: slot,
    stays: true,
    actions: ['Taken', 'Snooze 10 min'],
  })
  expect(await desk.click(slot, 'taken')).toEqual([])
  const logged = async () => (await call<{ events: { kind: string }[] }>('GET', '/api/doses?since=0')).body.events
  await until(async () => (await logged()).length > 0, { what: 'the dose of Mia' })
  expect(await logged()).toMatchObject([{ kind: 'taken' }])
  expect(await user.dosesOnServer()).toEqual([])
  expect(await desk.shown()).toEqual([])
})
