import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

type Form = ReturnType<User['dialog']>

/** The times of the first step are those of all. */
const inTheMorning = (form: Form) => form.getByLabel('Times').first().fill('8:00')
const firstDose = (form: Form) => form.getByLabel('First dose').fill(`${new Date().toISOString().slice(0, 10)}T08:00`)

/** What a label says or somebody dictates, what is still asked for, and what of it is saved. */
const TASKS: [string, ((form: Form) => Promise<void>) | null, Record<string, unknown>][] = [
  [
    'Prednisolone 25 mg, 5 days, then down by 5 every 5 days',
    inTheMorning,
    { schedule: { kind: 'phases', steps: [25, 20, 15, 10, 5].map((mg) => step(5, String(mg))) } },
  ],
  [
    'Lamotrigine 25 mg for two weeks, then 50 mg for two weeks, then 100 mg at 8 am',
    null,
    { schedule: { kind: 'phases', steps: [step(14, '25'), step(14, '50'), step(null, '100')] } },
  ],
  [
    'Warfarin 5 and 4 mg in turn at 6 pm',
    null,
    { reminderTimes: ['18:00'], amounts: { unit: 'mg', each: '5', byDay: { amounts: ['5', '4'] } } },
  ],
  ['Fentanyl patch every 72 hours at 8 am', null, { schedule: { kind: 'hours', everyHours: 72, window: null } }],
  [
    'Chloramphenicol eye drops every 2 hours from 8 am to 8 pm',
    null,
    { schedule: { kind: 'hours', everyHours: 2, window: { from: '08:00', to: '20:00' } } },
  ],
  [
    'Alendronate 70 mg on the first of every month at 8 am',
    null,
    { dosage: '70 mg', schedule: { kind: 'monthly', daysOfMonth: [1] }, reminderTimes: ['08:00'] },
  ],
  ['Estradiol 21 days on and 7 days off at 9 pm', null, { schedule: { kind: 'cycle', daysOn: 21, daysOff: 7 } }],
  [
    'Paracetamol 500 mg two tablets when needed, at least 4 hours apart, no more than 8 tablets in 24 hours',
    null,
    {
      schedule: { kind: 'as-needed' },
      amounts: { unit: 'tablet', each: '2' },
      strength: { amount: '500', unit: 'mg', per: 'tablet' },
      limits: { minHours: 4, maxIn24h: '8' },
    },
  ],
  [
    'Metformin 500 mg one tablet twice a day at 8 am and 6 pm with food',
    null,
    { reminderTimes: ['08:00', '18:00'], amounts: { unit: 'tablet', each: '1' } },
  ],
  [
    'Ibuprofen 400 mg 8 hours after the last one',
    firstDose,
    { schedule: { kind: 'after-taken', every: { hours: 8 } } },
  ],
]

function step(days: number | null, each: string) {
  return { days, schedule: { kind: 'daily' }, reminderTimes: ['08:00'], amounts: { unit: 'mg', each } }
}

describe('what a label says, or somebody dictates, fills in the whole plan', () => {
  it.each(TASKS)('%s', async (words, answer, saved) => {
    const user = await screens.user()
    await user.signUp()
    await user.open('/medications?add=1')
    const form = user.dialog('Add Medication')
    await form.getByRole('button', { name: 'Ask me one question at a time' }).click()
    await form.getByRole('button', { name: 'Type or dictate the label instead' }).click()
    await form.getByLabel('What the label says').fill(words)
    await form.getByRole('button', { name: 'Fill in' }).click()
    await form.getByText('Filled in from these words').waitFor()
    const next = form.getByRole('button', { name: 'Next', exact: true })
    await next.click()
    await form.getByRole('heading', { name: 'How often do you take it?' }).waitFor()
    await answer?.(form)
    const review = form.getByRole('heading', { name: 'Is this right?' })
    for (let pressed = 0; pressed < 6 && !(await review.isVisible()); pressed += 1) await next.click()
    await form.getByRole('button', { name: 'Add Medication' }).click()
    await until(async () => (await user.medicationsOnServer()).length === 1, { what: 'the medication on the server' })
    expect((await user.medicationsOnServer())[0]).toMatchObject({ instructions: words, ...saved })
  })
})
