import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const suppliesOf = async (user: User) => (await user.call<{ onHand: string }[]>('GET', '/api/supplies')).body

async function asked(user: User) {
  await user.open('/medications?add=1')
  const form = user.dialog('Add Medication')
  await form.getByRole('button', { name: 'Ask me one question at a time' }).click()
  const next = () => form.getByRole('button', { name: 'Next', exact: true }).click()
  const question = (title: string) => form.getByRole('heading', { name: title }).waitFor()
  return { form, next, question }
}

describe('a medicine is added one question at a time', () => {
  it('each answer is checked before the next question, and the last one says what will happen', async () => {
    const ann = await screens.user()
    await ann.signUp()
    const { form, next, question } = await asked(ann)
    await question('Which medicine is it?')
    await next()
    await form.getByText('Medication name is required').waitFor()
    await form.getByLabel('Name', { exact: true }).fill('Metformin')
    await form.getByText('Medication name is required').waitFor({ state: 'detached' })
    await form.getByLabel('Dosage').fill('500 mg')
    await next()

    await question('How often do you take it?')
    await next()
    await form.getByText('Choose how often it is taken').waitFor()
    await form.getByRole('radio', { name: 'Every day', exact: true }).check()
    await form.getByText('Choose how often it is taken').waitFor({ state: 'detached' })
    await next()
    await question('When, and how much?')
    await next()
    await form.getByText('At least one reminder time is required').waitFor()
    await form.getByRole('checkbox', { name: 'Breakfast, 8:00 AM' }).check()
    await form.getByLabel('Another time').fill('17:45')
    await form.getByRole('button', { name: 'Add this time' }).click()
    expect(await form.getByRole('checkbox', { name: '5:45 PM' }).isChecked()).toBe(true)
    for (let presses = 0; presses < 2; presses += 1) await form.getByRole('button', { name: 'Half more' }).click()
    expect(await form.getByLabel('Amount of each dose').inputValue()).toBe('1½')
    await form.getByLabel('Counted in').fill('tablet')
    await next()
    await question('From when until when?')
    await form.getByRole('button', { name: 'Back' }).click()
    expect(await form.getByRole('checkbox', { name: 'Breakfast, 8:00 AM' }).isChecked()).toBe(true)
    await next()
    await form.getByLabel('Ongoing medication (no end date)').check()
    await next()
    await question('How much is there?')
    await form.getByLabel('What is left now (tablet)').fill('a few')
    await next()
    await form.getByText('Write an amount like 1, ½, 0.25 or 1/3').waitFor()
    await form.getByLabel('What is left now (tablet)').fill('28')
    await next()
    await question('Anything else to know?')
    await form.getByLabel('Instructions').fill('With food')
    await next()

    await question('Is this right?')
    await form.getByText(/^Metformin, 500 mg, 1½ tablets, every day, at 8:00 AM and 5:45 PM, ongoing;/).waitFor()
    const rows = form.getByRole('region', { name: 'The next doses' }).getByRole('listitem')
    expect((await rows.allTextContents()).join().match(/[AP]M/g)).toHaveLength(10)
    await form.getByRole('button', { name: 'Add Medication' }).click()
    await until(async () => (await ann.medicationsOnServer()).length === 1, { what: 'the medication on the server' })
    expect((await ann.medicationsOnServer())[0]).toMatchObject({
      name: 'Metformin',
      dosage: '500 mg',
      instructions: 'With food',
      schedule: { kind: 'daily' },
      reminderTimes: ['08:00', '17:45'],
      amounts: { unit: 'tablet', each: '1.5' },
    })
    await until(async () => (await suppliesOf(ann)).length === 1, { what: 'the count on the server' })
    expect(await suppliesOf(ann)).toMatchObject([{ unit: 'tablet', onHand: '28' }])
  })

  it("the label's sentence fills in the answers, and what was typed before stays", async () => {
    const ben = await screens.user()
    await ben.signUp()
    const { form, next, question } = await asked(ben)
    await form.getByLabel('Name', { exact: true }).fill('Diabex')
    await form.getByRole('button', { name: 'Type or dictate the label instead' }).click()
    await form.getByLabel('What the label says').fill('Metformin 500 mg twice daily at 8 am and 8 pm')
    await form.getByRole('button', { name: 'Fill in' }).click()
    await form.getByText('Filled in from these words').waitFor()
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Diabex')
    expect(await form.getByLabel('Dosage').inputValue()).toBe('500 mg')
    await next()
    await question('How often do you take it?')
    await next()
    await question('When, and how much?')
    expect(await form.getByRole('checkbox', { name: 'Breakfast, 8:00 AM' }).isChecked()).toBe(true)
    expect(await form.getByRole('checkbox', { name: '8:00 PM', exact: true }).isChecked()).toBe(true)
  })

  it('answers survive a reload and the way to all fields at once; a refused save leads back to its question', async () => {
    const cleo = await screens.user()
    await cleo.signUp()
    await cleo.addMedication({ name: 'Warfarin', times: '6 pm' })
    const { form, next, question } = await asked(cleo)
    await form.getByLabel('Name', { exact: true }).fill('Warfarin')
    await next()
    await form.getByRole('radio', { name: 'Only when needed' }).check()
    await cleo.page.reload()
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Warfarin')
    await form.getByRole('button', { name: 'Ask me one question at a time' }).click()
    await question('Is this right?')
    await form.getByText(/^Warfarin, .*only when needed/).waitFor()
    await form.getByRole('button', { name: 'Show all fields on one page' }).click()
    await form.getByLabel('Frequency').waitFor()
    await form.getByRole('button', { name: 'Ask me one question at a time' }).click()
    await form.getByRole('button', { name: 'Add Medication' }).click()
    await cleo.toast('Duplicate Medication').waitFor()
    await question('Which medicine is it?')
  })
})
