import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { fillMedication, submitMedication } from '#tests/e2e/support/medication-form.ts'
import { hasFocus } from '#tests/support/focus.ts'
import { until } from '#tests/support/wait.ts'
import type { Locator } from './support/locator.ts'
import { parent } from './support/people.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

const focused = (element: Locator, what: string) => until(() => hasFocus(element), { what: `the focus on ${what}` })

describe('a form that is refused', () => {
  it('has the focus on its first wrong field, of whatever kind it is', async () => {
    const ann = await screens.user()
    await ann.signUp()
    await ann.open('/medications?add=1')
    const form = ann.dialog('Add Medication')
    const send = form.getByRole('button', { name: 'Add Medication' })
    await submitMedication(ann.page, { name: 'Prednisolone', howOften: 'Some weekdays' })
    await form.getByText('At least one reminder time is required').waitFor()
    await focused(form.getByRole('checkbox', { name: 'Monday' }), 'the first of the days')
    await fillMedication(ann.page, { howOften: 'It changes week by week' })
    await send.click()
    await form.getByText('Step 1: At least one reminder time is required').waitFor()
    await focused(form.getByLabel('For how many days'), 'the steps')
    await fillMedication(ann.page, { name: '' })
    await send.click()
    await focused(form.getByLabel('Name', { exact: true }), 'the name')
  })

  it('does so in a form that decides itself what is wrong', async () => {
    const ben = await screens.user()
    await ben.signUp()
    await ben.call('POST', '/api/medications', {
      name: 'Metformin',
      reminderTimes: ['08:00'],
      amounts: { unit: 'tablet', each: '1' },
    })
    await ben.open('/medications')
    await ben.page.getByRole('link', { name: 'Supply of Metformin' }).click()
    const supply = ben.dialog('Supply of Metformin')
    await supply.getByRole('button', { name: 'Add', exact: true }).click()
    await supply.getByText('Enter how many, such as 28, 0.5 or 1/2').waitFor()
    await focused(supply.getByLabel('How much is in the pack (tablets)'), 'the amount')

    await ben.open('/settings/people')
    await ben.page.getByRole('button', { name: /^Add / }).click()
    const person = ben.dialog(/./)
    await person.getByRole('button', { name: /^Add/ }).click()
    await focused(person.getByLabel('Name', { exact: true }), 'the name')
  })
})

describe('an invitation for an address that is none', () => {
  it('says so in words of the app, with the focus on the address, before anything is sent', async () => {
    const { user: fay } = await parent(await screens.user())
    await fay.open('/settings/people')
    await fay.page.getByRole('button', { name: 'More for Mia' }).click()
    await fay.page.getByRole('menuitem', { name: 'Share' }).click()
    await fay.dialog().getByRole('button', { name: 'Invite somebody' }).click()
    const form = fay.dialog('Invite somebody for Mia')
    await form.getByLabel('Only for this email address').fill('bob at home')
    await form.getByRole('button', { name: 'Make the invitation' }).click()
    await form.getByText('Please enter a valid email address').waitFor()
    await focused(form.getByLabel('Only for this email address'), 'the address')
  })
})

describe('when what had the focus is gone', () => {
  it('after Undo in a toast, the keyboard goes on from the page, which stays where it is', async () => {
    const cleo = await screens.user()
    await cleo.signUp()
    await planDay(cleo, [{ name: 'Metformin', minutes: [-2] }])
    await cleo.open('/')
    const taken = cleo.page.getByRole('button', { name: /^Taken: Metformin/ })
    await taken.waitFor()
    await cleo.page.evaluate(() => {
      const jumps: boolean[] = []
      const main = document.getElementById('main') as HTMLElement
      main.focus = (options) => {
        jumps.push(!options?.preventScroll)
        HTMLElement.prototype.focus.call(main, options)
      }
      Object.assign(window, { jumps })
    })
    await taken.click()
    const undo = cleo.toast(/^Metformin taken/).getByRole('button', { name: 'Undo' })
    await undo.focus()
    await undo.click()
    await cleo.toast('Undone').waitFor()
    await until(() => cleo.page.evaluate(() => document.activeElement?.id === 'main'), {
      what: 'the focus on the page',
    })
    expect(await cleo.page.evaluate(() => (window as unknown as { jumps: boolean[] }).jumps)).toEqual([false])
  })

  it('after a row ends that only the server has, the keyboard goes on from where the list is: in a dialog, on a page', async () => {
    const { user: dora, mia } = await parent(await screens.user())
    await dora.call('POST', `/api/people/${mia.id}/grants`, { role: 'view' })
    await dora.open('/settings/people')
    await dora.page.getByRole('button', { name: 'More for Mia' }).click()
    await dora.page.getByRole('menuitem', { name: 'Share' }).click()
    const sharing = dora.dialog('Who can see Mia’s medicines')
    await sharing.getByRole('button', { name: /^End what / }).click()
    await dora.dialog('Withdraw this invitation?').getByRole('button', { name: 'Withdraw' }).click()
    await sharing.getByText(/^Only you/).waitFor()
    await focused(sharing.getByRole('heading', { name: 'Who can see Mia’s medicines' }), 'the title of the dialog')

    const phone = await screens.user()
    await phone.signIn((await dora.user()).email)
    await dora.open('/settings')
    await dora.page.getByRole('button', { name: /^Sign out .+/ }).click()
    await dora.dialog().getByRole('button', { name: 'Sign out', exact: true }).click()
    await dora.toast(/is signed out$/).waitFor()
    await focused(dora.page.locator('main'), 'the page')
  })

  it('the emergency card and its form take the focus from each other’s buttons', async () => {
    const eve = await screens.user()
    await eve.signUp()
    await eve.open('/settings/emergency-card')
    const title = eve.page.getByRole('heading', { name: 'Emergency card', exact: true })
    await eve.page.getByRole('button', { name: 'Fill in' }).click()
    await eve.page.getByRole('button', { name: 'Add a contact' }).click()
    await eve.page.getByRole('button', { name: 'Remove contact 1' }).click()
    await focused(eve.page.getByRole('heading', { name: 'Whom to call' }), 'the contacts')
    await eve.page.getByLabel('Conditions').fill('Epilepsy')
    await eve.page.getByRole('button', { name: 'Save' }).click()
    await eve.page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    await focused(title, 'the card')
    await eve.page.getByRole('button', { name: 'Edit', exact: true }).click()
    await eve.page.getByRole('button', { name: 'Cancel' }).waitFor()
    await focused(title, 'the form')
  })
})
