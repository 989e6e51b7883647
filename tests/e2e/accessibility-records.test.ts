import { describe, expect, it } from 'vitest'
import { errorBody } from '#domain/protocol/errors.ts'
import { PROTOCOL_HEADER } from '#domain/protocol/headers.ts'
import { phonePhoto } from '#server/testing/pictures.ts'
import { addAppointment } from './support/appointments.ts'
import { inspect } from './support/inspection.ts'
import { newAddress } from './support/never-used.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

describe('visits, documents and the account have no barrier that axe knows, and never scroll sideways', () => {
  it('in the lists and dialogs of visits and documents, where an upload was refused, in the questions of the account, and where a message waits', {
    timeout: 240_000,
  }, async () => {
    const { user, visit, look, problems } = await inspect(screens, [/status of 400 .*\/upload/, /status of 415/])
    const { page } = user
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const email = newAddress('paula')
    await user.signUp(email)
    await addAppointment(user, { doctorName: 'Konstantinos Papadimitriou-Wetherington' }, 24 * 60)
    await addAppointment(user, { doctorName: 'Sarah Lee', location: 'Eastside Medical Center' }, 25 * 60)
    await visit('/appointments', 'Doctor Appointments', 'appointments')
    await page.getByRole('link', { name: /^Edit: .*Sarah Lee/ }).click()
    await user.dialog('Edit Appointment').waitFor()
    await look('the form to edit an appointment')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Mark as Complete for .*Sarah Lee/ }).click()
    await page.getByText('Completed', { exact: true }).first().waitFor()
    await look('a visit that is over')
    await page.getByRole('button', { name: /^Delete: .*Konstantinos/ }).click()
    await user.dialog(/^Delete/).waitFor()
    await look('the question before an appointment is deleted')
    await page.keyboard.press('Escape')

    const choose = async () => {
      const file = { name: 'paper.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() }
      await page.locator('input[type=file]').first().setInputFiles(file)
    }
    await visit('/medical-documents', 'Save Documents', 'documents without any')
    await choose()
    await page.getByRole('img', { name: 'The chosen document' }).waitFor()
    await page
      .getByLabel('Name', { exact: true })
      .fill('Blood test of the long name that a laboratory prints on its papers')
    await look('a chosen picture')
    await press('Upload')
    await user.toast('Document uploaded').waitFor()
    await look('a document')
    for (const [opener, dialog] of [
      ['View', /^Blood test/],
      ['Edit', 'Edit Document'],
      ['Email', 'Email Document'],
      ['Delete', 'Delete Document?'],
    ] as const) {
      if (opener === 'View') await page.getByRole('button', { name: /^View large: Blood test/ }).click()
      else {
        await page.getByRole('button', { name: /^More for Blood test/ }).click()
        await page.getByRole('menuitem', { name: opener }).click()
      }
      await user.dialog(dialog).waitFor()
      await look(`${opener} a document`)
      await page.keyboard.press('Escape')
      await user.dialog(dialog).waitFor({ state: 'hidden' })
    }
    // Without an answer the camera is neither refused nor ready, so its dialog stays.
    await page.evaluate(() => {
      const value = () => new Promise(() => {})
      Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { configurable: true, value })
    })
    await press('Take Photo')
    await user.dialog('Take Photo').waitFor()
    await look('the camera')
    await page.keyboard.press('Escape')

    const refusal = {
      status: 400,
      headers: { [PROTOCOL_HEADER]: '1' },
      json: errorBody('invalid', 'This name is too long.'),
    }
    await user.context.route('**/upload', (route) => route.fulfill(refusal))
    await choose()
    await page.getByLabel('Name', { exact: true }).fill('X-ray')
    await press('Upload')
    await page.getByRole('heading', { name: 'X-ray was not uploaded' }).waitFor()
    await look('a refused document')

    await user.context.unroute('**/upload')
    await user.addMedication({ name: 'Metformin', times: '9 pm', ongoing: true })
    await user.saved()
    const other = await screens.user()
    await other.signIn(email)
    await visit('/settings', 'Signed in on')
    await page.getByRole('button', { name: /^Sign out .+/ }).click()
    await user.dialog(/^Sign out/).waitFor()
    await look('the question before a device is signed out')
    await page.keyboard.press('Escape')

    const imported = async (file: string | { name: string; mimeType: string; buffer: Buffer }) => {
      await page.getByLabel('Choose an export').setInputFiles(file)
      return user.dialog('Import an export')
    }
    const holiday = { name: 'holiday.zip', mimeType: 'application/zip', buffer: Buffer.from('sun') }
    await (await imported(holiday)).getByText('This file is not a zip file').waitFor()
    await look('an import that is none')
    await page.keyboard.press('Escape')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download everything' }).click(),
    ])
    await (await imported(await download.path())).getByText('1 medicine already here').waitFor()
    await look('an import')

    await user.workerReady()
    await user.offline()
    await visit('/contact', 'Contact', 'the contact form without a connection')
    await page.getByLabel('Your name').fill('Paula')
    await page.getByLabel('Subject').fill('From a tunnel')
    await page.getByLabel('Message').fill('A message that waits until there is a connection.')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByRole('heading', { name: 'Waiting to be sent' }).waitFor()
    await look('a message that waits')
    expect(problems).toEqual([])
  })
})
