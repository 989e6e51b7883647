import { describe, expect, it } from 'vitest'
import { addDays, formatMonthDay, formatWeekday, type LocalDate } from '#domain/lib/local-time.ts'
import { fillMedication, submitMedication } from '#tests/e2e/support/medication-form.ts'
import { dateIn } from '#tests/e2e/support/zones.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const card = (user: User, name: string) =>
  user.page.getByRole('listitem').filter({ has: user.page.getByRole('heading', { name, exact: true }) })

const nextDoses = (user: User) => user.page.getByRole('region', { name: 'The next doses' }).getByRole('listitem')

describe('plans', () => {
  it('a taper is entered step by step, and reads back what was entered', async () => {
    const ann = await screens.user()
    await ann.signUp()
    await ann.open('/medications?add=1')
    const form = ann.dialog('Add Medication')
    const today = dateIn(ann.timeZone, 0)
    await fillMedication(ann.page, {
      name: 'Prednisolone',
      howOften: 'It changes week by week',
      startDate: today,
      ongoing: true,
    })
    const step = (number: number) =>
      form.getByRole('listitem').filter({ has: ann.page.getByRole('heading', { name: `Step ${number}`, exact: true }) })
    await step(1).getByLabel('For how many days').fill('2')
    await step(1).getByLabel('Amount of each dose').fill('5')
    await step(1).getByLabel('Times').fill('8 pm')
    await form.getByRole('button', { name: 'Add a step' }).click()
    await step(2).getByLabel('Amount of each dose').fill('2½')
    const day = (ahead: number) => {
      const date = dateIn(ann.timeZone, ahead) as LocalDate
      return `${formatWeekday(date)}, ${formatMonthDay(date)}8:00 PM`
    }
    await expect.poll(() => nextDoses(ann).allTextContents(), { timeout: 5000 }).toEqual([day(0), day(1), day(2)])
    await form.getByRole('button', { name: 'Add Medication' }).click()
    await ann.open('/medications')
    await card(ann, 'Prednisolone').getByText('2 days: 5 tablets at 8:00 PM, then 2½ tablets at 8:00 PM').waitFor()
    await until(async () => (await ann.medicationsOnServer()).length === 1, { what: 'the taper is on the server' })
    expect((await ann.medicationsOnServer())[0]).toMatchObject({
      reminderTimes: [],
      startDate: today,
      schedule: {
        kind: 'phases',
        steps: [
          { days: 2, reminderTimes: ['20:00'], amounts: { unit: 'tablet', each: '5' } },
          { days: null, reminderTimes: ['20:00'], amounts: { unit: 'tablet', each: '2.5' } },
        ],
      },
    })
  })

  it('what is missing of hours, days and amounts is said beside its field, and nothing is saved', async () => {
    const ben = await screens.user()
    await ben.signUp()
    await ben.open('/medications?add=1')
    const form = ben.dialog('Add Medication')
    await submitMedication(ben.page, { name: 'Warfarin', howOften: 'Days of the month', times: '18:00' })
    await form.getByText('Choose at least one day').waitFor()
    await form.getByRole('checkbox', { name: 'Last day' }).check()
    await form.getByLabel('Amount of each dose').fill('some')
    await submitMedication(ben.page, {})
    await form.getByText('Write an amount like 1, ½, 0.25 or 1/3').waitFor()
    await form.getByText('Choose what is counted, such as tablet').waitFor()
    await submitMedication(ben.page, { howOften: 'Every few hours' })
    await form.getByText('Enter when the first dose is').waitFor()
    expect(await ben.medicationsOnServer()).toEqual([])
  })

  it('a dose that counts from the last one moves with it', async () => {
    const eve = await screens.user()
    await eve.signUp()
    await eve.open('/medications?add=1')
    const form = eve.dialog('Add Medication')
    const today = dateIn(eve.timeZone, 0) as LocalDate
    await fillMedication(eve.page, { name: 'Paracetamol', howOften: 'When the last one is over', ongoing: true })
    await form.getByLabel('Hours after the last dose').fill('0')
    await submitMedication(eve.page, {})
    await form.getByText('Enter hours from 1 to 72, in whole or half hours').waitFor()
    await form.getByText('Enter when the first dose is').waitFor()
    await form.getByRole('radio', { name: 'Days', exact: true }).check()
    await form.getByLabel('Days after the last dose').fill('2')
    await form.getByLabel('First dose').fill(`${addDays(today, 1)}T08:00`)
    await form.getByText('Then 2 days after the last dose, at 8:00 AM.').waitFor()
    await form.getByRole('button', { name: 'Add Medication' }).click()
    await eve.open('/medications')
    await card(eve, 'Paracetamol').getByText('2 days after the last dose, at 8:00 AM').waitFor()
    await until(async () => (await eve.medicationsOnServer()).length === 1, { what: 'the medicine is on the server' })
    expect((await eve.medicationsOnServer())[0]).toMatchObject({
      reminderTimes: [],
      schedule: { kind: 'after-taken', every: { days: 2 }, first: `${addDays(today, 1)}T08:00` },
    })
  })

  it('a dose follows another medicine, and its card says when no more come', async () => {
    const gus = await screens.user()
    await gus.signUp()
    await gus.addMedication({ name: 'Omeprazole', times: '23:30' })
    await until(async () => (await gus.medicationsOnServer()).length === 1, { what: 'the first is on the server' })
    const [followed] = await gus.medicationsOnServer()
    await gus.open('/medications?add=1')
    const form = gus.dialog('Add Medication')
    await fillMedication(gus.page, { name: 'Vitamin D', howOften: 'After another medicine', ongoing: true })
    await submitMedication(gus.page, {})
    await form.getByText('Choose the medicine it is taken after').waitFor()
    await form.getByLabel('After which medicine').selectOption(String(followed?.id))
    await form.getByText('Each one comes 30 minutes after Omeprazole is logged.').waitFor()
    await form.getByRole('button', { name: 'Add Medication' }).click()
    await gus.open('/medications')
    await card(gus, 'Vitamin D').getByText('30 minutes after Omeprazole').waitFor()
    await until(async () => (await gus.medicationsOnServer()).length === 2, { what: 'both are on the server' })
    expect((await gus.medicationsOnServer()).find(({ name }) => name === 'Vitamin D')).toMatchObject({
      reminderTimes: [],
      schedule: { kind: 'after-dose', medicationId: followed?.id, minutes: 30 },
    })
    await card(gus, 'Omeprazole').getByRole('button', { name: 'Delete Omeprazole' }).click()
    await gus.dialog('Delete Medication?').getByRole('button', { name: 'Delete' }).click()
    await card(gus, 'Vitamin D').getByText('The medicine it follows was deleted').waitFor()
  })

  it('a dose shows the amount of its time where no dosage was typed', async () => {
    const cleo = await screens.user()
    await cleo.signUp()
    await cleo.open('/medications?add=1')
    const form = cleo.dialog('Add Medication')
    await fillMedication(cleo.page, { name: 'Levodopa', times: '8:00, 20:00', ongoing: true })
    await form.getByLabel('Amount of each dose').fill('1')
    await form.getByLabel('Counted in').fill('tablet')
    await form.getByRole('radio', { name: 'Different by time' }).check()
    await form.getByLabel('Amount at 8:00 PM').fill('.5')
    await form.getByRole('button', { name: 'Add Medication' }).click()
    await cleo.open('/medications')
    await card(cleo, 'Levodopa').getByText('1 or ½ tablet').waitFor()
    await cleo.open('/reminders')
    await cleo.page.getByRole('listitem').filter({ hasText: '8:00 PM' }).getByText('½ tablet').waitFor()
  })

  it('a paused medication has no doses until it is resumed', async () => {
    const dan = await screens.user()
    await dan.signUp()
    await dan.addMedication({ name: 'Ramipril', times: '23:30' })
    await dan.open('/medications')
    await card(dan, 'Ramipril').getByRole('button', { name: 'Pause Ramipril' }).click()
    await dan.dialog('Pause Ramipril?').getByRole('button', { name: 'Pause' }).click()
    await dan.toast('Ramipril paused').waitFor()
    await card(dan, 'Ramipril').getByText('Paused', { exact: true }).waitFor()
    await until(
      async () => {
        const [record] = await dan.medicationsOnServer()
        return record?.pauses?.length === 1
      },
      { what: 'the pause is on the server' },
    )
    await card(dan, 'Ramipril').getByRole('button', { name: 'Resume Ramipril' }).click()
    await dan.toast('Ramipril goes on').waitFor()
    await card(dan, 'Ramipril').getByText('11:30 PM').waitFor()
    await until(
      async () => {
        const [record] = await dan.medicationsOnServer()
        return record?.pauses === undefined
      },
      { what: 'the pause has ended on the server' },
    )
  })
})
