import { expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { checkScreen } from './support/axe.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

it('on a phone a medicine is added one question at a time, by keyboard alone, offline, with no barrier that axe knows', async () => {
  const finn = await screens.user({ context: { viewport: { width: 390, height: 844 } } })
  await finn.signUp()
  await finn.workerReady()
  await finn.open('/medications?add=1')
  const { page } = finn
  const form = finn.dialog('Add Medication')
  const question = async (title: string) => {
    await form.getByRole('heading', { name: title }).waitFor()
    const focused = page.locator('h3:focus')
    await focused.waitFor()
    expect(await focused.textContent()).toContain(title)
  }
  const next = () => form.getByRole('button', { name: 'Next', exact: true }).press('Enter')

  await form.getByLabel('Name', { exact: true }).fill('Warfarin')
  expect(await checkScreen(page, 'the first question')).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await finn.offline()
  await form.getByLabel('Name', { exact: true }).press('Enter')
  await question('How often do you take it?')
  expect(await form.getByRole('radio', { checked: true }).count(), 'nothing is chosen beforehand').toBe(0)
  await form.getByRole('radio', { name: 'Every day', exact: true }).press('Space')
  await next()
  await question('When, and how much?')
  await form.getByRole('checkbox', { name: /^Dinner/ }).press('Space')
  await form.getByLabel('Another time').fill('06:30')
  await form.getByLabel('Another time').press('Enter')
  await form.getByRole('checkbox', { name: '6:30 AM' }).waitFor()
  await form.getByRole('button', { name: 'Half more' }).press('Enter')
  await form.getByLabel('Counted in').fill('tablet')
  await next()
  await question('From when until when?')
  await form.getByLabel('Ongoing medication (no end date)').press('Space')
  await next()
  await question('How much is there?')
  await form.getByLabel('What is left now (tablet)').fill('30')
  await next()
  await question('Anything else to know?')
  await next()
  await question('Is this right?')
  await form.getByText(/^Warfarin, 1 tablet, every day, at 6:30 AM and 6:00 PM, ongoing;/).waitFor()
  expect(await checkScreen(page, 'what it understood')).toEqual([])
  await form.getByRole('button', { name: 'Add Medication' }).press('Enter')
  await finn.toast('Success').getByText('Medication added successfully').waitFor()
  await finn.online()
  const [warfarin] = await until(async () => {
    const all = await finn.medicationsOnServer()
    return all.length > 0 && all
  })
  expect(warfarin).toMatchObject({ reminderTimes: ['06:30', '18:00'], amounts: { unit: 'tablet', each: '1' } })
})
