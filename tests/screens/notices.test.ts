import { expect, it } from 'vitest'
import { fillMedication } from '#tests/e2e/support/medication-form.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

it('extra notices are folded in the form, chosen, said on the card, and taken away', async () => {
  const ann = await screens.user()
  await ann.signUp()
  await ann.open('/medications?add=1')
  const form = ann.dialog('Add Medication')
  await fillMedication(ann.page, { name: 'Ramipril', howOften: 'Every day', times: '8:00', ongoing: true })
  await form.getByText('Extra notices').click()
  await form.getByLabel('A quiet notice before').selectOption('15')
  for (const after of ['20 min', '30 min', '45 min', '1 hour']) await form.getByLabel(after, { exact: true }).click()
  await form.getByRole('button', { name: 'Add Medication' }).click()
  await form.getByText('Choose at most 3').waitFor()
  await form.getByLabel('45 min', { exact: true }).click()
  await form.getByLabel('20 min', { exact: true }).click()
  await form.getByRole('button', { name: 'Add Medication' }).click()
  await until(async () => (await ann.medicationsOnServer()).length === 1)
  expect((await ann.medicationsOnServer())[0]).toMatchObject({ notices: { headsUp: 15, followUps: [30, 60] } })
  await ann.open('/medications')
  await ann.page.getByText('A quiet notice 15 min before. Again after 30 min and 1 hour.').waitFor()
  await ann.page.getByRole('link', { name: 'Edit Ramipril' }).click()
  const edit = ann.dialog('Edit Medication')
  await edit.getByText('Extra notices').click()
  await edit.getByLabel('A quiet notice before').selectOption('')
  for (const after of ['30 min', '1 hour']) await edit.getByLabel(after, { exact: true }).click()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await until(async () => (await ann.medicationsOnServer())[0]?.notices === null)
  expect(await ann.page.getByText(/quiet notice/).count()).toBe(0)
})
