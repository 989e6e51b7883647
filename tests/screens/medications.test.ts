import { describe, expect, it } from 'vitest'
import { formatDate, formatMonthDay, formatWeekday, type LocalDate } from '#domain/lib/local-time.ts'
import { jpegOf } from '#server/testing/pictures.ts'
import { planDay } from '#tests/e2e/support/day.ts'
import {
  fillMedication,
  type MedicationEntry,
  medicationFields,
  submitMedication,
} from '#tests/e2e/support/medication-form.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { dateIn } from '#tests/e2e/support/zones.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const active = (user: User, name: string) =>
  user.page.getByRole('listitem').filter({ has: user.page.getByRole('heading', { name, exact: true }) })

describe('the form', () => {
  it('shows the next doses of all five kinds of schedule before anything is saved', async () => {
    const ann = await screens.user()
    await ann.signUp()
    await ann.open('/medications?add=1')
    // It is about noon in her zone: this morning's dose is in the past, this evening's is not.
    const day = (ahead: number) => {
      const date = dateIn(ann.timeZone, ahead) as LocalDate
      const isThisYear = date.slice(0, 4) === dateIn(ann.timeZone, 0).slice(0, 4)
      return `${formatWeekday(date)}, ${isThisYear ? formatMonthDay(date) : formatDate(date)}`
    }
    const weekday = new Intl.DateTimeFormat('en-AU', { weekday: 'long', timeZone: ann.timeZone })
    const dayAfterTomorrow = weekday.format(Date.now() + 2 * 86_400_000)
    const [evening, both] = ['8:00 PM', '8:00 AM8:00 PM']
    const kinds: [MedicationEntry, string[]][] = [
      [{ howOften: 'Every day', times: '8:00, 8 pm' }, [`${day(0)}${evening}`, `${day(1)}${both}`, `${day(2)}${both}`]],
      [
        { howOften: 'Some weekdays', days: [dayAfterTomorrow] },
        [`${day(2)}${both}`, `${day(9)}${both}`, `${day(16)}${both}`],
      ],
      [{ howOften: 'Every few days', everyDays: 4 }, [`${day(0)}${evening}`, `${day(4)}${both}`, `${day(8)}${both}`]],
      [
        { howOften: 'On and off', daysOn: '2', daysOff: '5' },
        [`${day(0)}${evening}`, `${day(1)}${both}`, `${day(7)}${both}`],
      ],
    ]
    const rows = ann.page.getByRole('region', { name: 'The next doses' }).getByRole('listitem')
    for (const [entry, expected] of kinds) {
      await fillMedication(ann.page, entry)
      await expect.poll(() => rows.allTextContents(), { timeout: 5000 }).toEqual(expected)
    }
    await fillMedication(ann.page, { howOften: 'Only when needed' })
    await ann.page.getByText('No reminders. You log a dose whenever you take one.').waitFor()
    expect(await rows.count()).toBe(0)
  })

  it('says what is wrong beside each field, and saves nothing', async () => {
    const ben = await screens.user()
    await ben.signUp()
    await ben.open('/medications?add=1')
    const form = ben.dialog('Add Medication')
    await submitMedication(ben.page, {})
    await form.getByText('Medication name is required').waitFor()
    await form.getByText('At least one reminder time is required').waitFor()
    await submitMedication(ben.page, { name: 'Aspirin', times: '8:00, noonish' })
    await form.getByText('“noonish” is not a time. Write it like 8:00 or 2:30 pm.').waitFor()
    await submitMedication(ben.page, { times: '8:00', howOften: 'Some weekdays' })
    await form.getByText('Choose at least one day').waitFor()
    await submitMedication(ben.page, { howOften: 'On and off', daysOff: '0' })
    await form.getByText('Enter a whole number of days, from 1 to 365').waitFor()
    await submitMedication(ben.page, {
      howOften: 'Every day',
      startDate: '2026-05-02',
      endDate: '2026-05-01',
    })
    await form.getByText('The end date must not be before the start date').waitFor()
    expect(await ben.outbox()).toEqual({ waiting: 0, attention: 0 })
    expect(await ben.medicationsOnServer()).toEqual([])
  })

  it('keeps what was typed through a reload, and asks before it is discarded', async () => {
    const cleo = await screens.user()
    await cleo.signUp()
    await cleo.open('/medications?add=1')
    await fillMedication(cleo.page, { name: 'Warfarin', instructions: 'In the evening', times: '9 pm' })
    await cleo.page.reload()
    const form = cleo.dialog('Add Medication')
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Warfarin')
    expect(await form.getByLabel('Instructions').inputValue()).toBe('In the evening')
    await cleo.open('/medications')
    await cleo.page.getByText('Warfarin is not saved yet').waitFor()
    await cleo.page.getByRole('link', { name: 'Continue' }).click()
    await form.getByRole('button', { name: 'Cancel' }).click()
    const question = cleo.dialog('Discard what you typed?')
    await question.getByRole('button', { name: 'Discard' }).click()
    await form.waitFor({ state: 'hidden' })
    await cleo.page.reload()
    await cleo.page.getByRole('heading', { name: 'My Medications' }).waitFor()
    expect(await cleo.page.getByText('Warfarin is not saved yet').count()).toBe(0)
  })

  it('what was heard is corrected and read again; what was changed by hand stays', async () => {
    const cora = await screens.user()
    await cora.signUp()
    await cora.open(`/medications?voice=${encodeURIComponent('Metformin 50 mg twice daily at 8 am and 8 pm')}`)
    const form = cora.dialog('Add Medication')
    await form.getByLabel('Name').fill('Diabex')
    await form.getByRole('button', { name: 'Correct the words' }).click()
    const words = form.getByLabel('Words to read')
    expect(await words.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
    await words.fill('Metformin 500 mg once daily at 7 am')
    await form.getByRole('button', { name: 'Read again' }).click()
    await form.getByText('“Metformin 500 mg once daily at 7 am”').waitFor()
    expect(await medicationFields(cora.page)).toMatchObject({
      name: 'Diabex',
      dosage: '500 mg',
      frequency: 'daily',
      times: '7:00 AM',
      instructions: 'Metformin 500 mg once daily at 7 am',
    })
  })

  it('is prefilled by ?voice= with its toast, and the words leave the address at once', async () => {
    const dora = await screens.user()
    await dora.signUp()
    const words = 'Metformin 500 mg twice daily at 8 am and 8 pm starting tomorrow, ongoing'
    await dora.open(`/medications?voice=${encodeURIComponent(words)}`)
    await dora.toast('Voice input parsed').getByText('Please review and confirm the medication details').waitFor()
    const { pathname, search } = new URL(dora.page.url())
    expect(pathname + search).toBe('/medications')
    const form = dora.dialog('Add Medication')
    await form.getByText(`“${words}”`).waitFor()
    await form
      .getByText(/^Read back: Metformin, 500 mg, twice, .*the next doses are tomorrow at 8:00 AM and 8:00 PM\.$/)
      .waitFor()
    expect(await medicationFields(dora.page)).toEqual({
      name: 'Metformin',
      dosage: '500 mg',
      frequency: 'twice',
      times: '8:00 AM, 8:00 PM',
      instructions: words,
      startDate: dateIn(dora.timeZone, 1),
      endDate: '',
      ongoing: true,
    })
    await submitMedication(dora.page, {})
    await dora.toast('Success').getByText('Medication added successfully').waitFor()
    await dora.saved()
    expect(await dora.medicationsOnServer()).toMatchObject([
      { name: 'Metformin', instructions: words, reminderTimes: ['08:00', '20:00'], endDate: null },
    ])
  })

  it('marks what dictation only guessed with its words, asks what is open, and a change takes the mark away', async () => {
    const dan = await screens.user()
    await dan.signUp()
    await dan.open(`/medications?voice=${encodeURIComponent('Warfarin 3 mg OD at half nine')}`)
    const form = dan.dialog('Add Medication')
    await form.getByText('“OD” is easily misread. How often is it meant to be taken?').waitFor()
    const times = form.getByLabel('Reminder times', { exact: true })
    expect(await times.inputValue()).toBe('9:30 AM')
    const mark = form.getByText('A guess, from “half nine”. Please check it.')
    await mark.waitFor()
    const described = await times.getAttribute('aria-describedby')
    expect(await dan.page.locator(`[id="${described}"]`).textContent()).toContain('half nine')
    await times.fill('9:30 PM')
    await mark.waitFor({ state: 'detached' })
    await form.getByText('A guess, from “OD”. Please check it.').first().waitFor()
  })
})

describe('a medication', () => {
  it('is edited at its own address, and only what changed goes out', async () => {
    const gus = await screens.user()
    await gus.signUp()
    await gus.addMedication({ name: 'Ramipril', dosage: '5 mg', times: '8 am', ongoing: true })
    await gus.saved()
    const [before] = await gus.medicationsOnServer()
    const patches: unknown[] = []
    gus.page.on('request', (request) => {
      if (request.method() === 'PATCH') patches.push(request.postDataJSON())
    })
    await gus.open(`/medications?edit=${before?.id}`)
    const form = gus.dialog('Edit Medication')
    expect(await form.getByLabel('Reminder times').inputValue()).toBe('8:00 AM')
    await submitMedication(gus.page, { dosage: '10 mg' })
    await gus.toast('Success').getByText('Medication updated successfully').waitFor()
    await gus.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    await gus.saved()
    expect(await gus.medicationsOnServer()).toMatchObject([
      { id: before?.id, name: 'Ramipril', dosage: '10 mg', reminderTimes: ['08:00'] },
    ])
    expect(patches).toEqual([{ dosage: '10 mg', editedAt: expect.any(String) }])
  })

  it('R6.4 is marked important: its card says so, and the server has only that change', async () => {
    const ann = await screens.user()
    await ann.signUp()
    await ann.addMedication({ name: 'Clozapine', times: '8:00' })
    await ann.saved()
    const [before] = await ann.medicationsOnServer()
    await ann.open(`/medications?edit=${before?.id}`)
    await ann.page.getByRole('checkbox', { name: /^Important: email me/ }).check()
    await submitMedication(ann.page, {})
    await ann.toast('Medication updated successfully').waitFor()
    await ann.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    await ann.open('/medications')
    await active(ann, 'Clozapine').getByText('Important', { exact: true }).waitFor()
    await ann.saved()
    const [after] = await ann.medicationsOnServer()
    expect(after).toEqual({ ...before, important: true, updatedAt: after?.updatedAt })
  })

  it('that is there already is refused with its toast, and everything typed stays', async () => {
    const hal = await screens.user()
    await hal.signUp()
    await hal.addMedication({ name: 'Metformin', dosage: '500 mg', times: '8 am', ongoing: true })
    await hal.open('/medications?add=1')
    await submitMedication(hal.page, { name: 'metFORMIN', dosage: '500 mg', times: '9 pm', ongoing: true })
    await hal.toast('Duplicate Medication').getByText('You already have Metformin in your medications').waitFor()
    const form = hal.dialog('Add Medication')
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('metFORMIN')
    await hal.page.reload()
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('metFORMIN')
    expect(await form.getByLabel('Reminder times').inputValue()).toBe('9 pm')
    await submitMedication(hal.page, { dosage: '1000 mg' })
    await hal.toast('Success').getByText('Medication added successfully').waitFor()
    await hal.saved()
    expect(await hal.medicationsOnServer()).toHaveLength(2)
  })

  it('that only the server knew to be there waits under "Needs attention" with everything typed', async () => {
    const ida = await screens.user({ expected: [/status of 409 .*\/api\/medications/] })
    await ida.signUp()
    await ida.workerReady()
    await ida.offline()
    await ida.addMedication({
      name: 'Metformin',
      dosage: '500 mg',
      times: '9 pm',
      instructions: 'After dinner',
      ongoing: true,
    })
    const elsewhere = await ida.call('POST', '/api/medications', {
      name: 'Metformin',
      dosage: '500 mg',
      reminderTimes: ['08:00'],
    })
    expect(elsewhere.status).toBe(201)
    await ida.online()
    await ida.page.getByRole('link', { name: '1 thing needs you' }).click()
    const panel = ida.dialog('Needs attention')
    await panel.getByRole('heading', { name: 'Metformin is there twice' }).waitFor()
    await panel.getByRole('link', { name: /^Edit/ }).click()
    const form = ida.dialog('Add Medication')
    await form.getByText('You already have Metformin in your medications').first().waitFor()
    expect(await form.getByLabel('Reminder times').inputValue()).toBe('9:00 PM')
    expect(await form.getByLabel('Instructions').inputValue()).toBe('After dinner')
    await submitMedication(ida.page, { dosage: '1000 mg' })
    await ida.toast('Success').waitFor()
    await ida.saved()
    const dosages = (await ida.medicationsOnServer()).map(({ dosage }) => dosage)
    expect(dosages.sort()).toEqual(['1000 mg', '500 mg'])
  })

  it('is stopped beside Delete, and Undo lets it go on', async () => {
    const jo = await screens.user()
    await jo.signUp()
    await jo.addMedication({ name: 'Lisinopril', times: '8 am', ongoing: true })
    await jo.open('/medications')
    const isActive = async () => (await jo.medicationsOnServer())[0]?.isActive
    await jo.page.getByRole('button', { name: 'Delete Lisinopril' }).click()
    await jo.dialog('Delete Medication?').getByRole('button', { name: 'Stop instead' }).click()
    const toast = jo.toast('Lisinopril stopped')
    await jo.page.getByText('Inactive', { exact: true }).first().waitFor()
    expect(await jo.page.getByRole('button', { name: 'Delete Lisinopril' }).count()).toBe(0)
    await until(async () => (await isActive()) === false)
    await toast.getByRole('button', { name: 'Undo' }).click()
    await jo.page.getByRole('button', { name: 'Delete Lisinopril' }).waitFor()
    await jo.saved()
    expect(await isActive()).toBe(true)
  })

  it('is deleted after a question that says what goes with it', async () => {
    const kim = await screens.user()
    await kim.signUp()
    await kim.addMedication({ name: 'Ibuprofen', howOften: 'Only when needed', ongoing: true })
    await kim.open('/medications')
    await kim.page.getByRole('button', { name: 'Delete Ibuprofen' }).click()
    const question = kim.dialog('Delete Medication?')
    await question
      .getByText('This will permanently delete Ibuprofen and all associated reminders. This action cannot be undone.')
      .waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await active(kim, 'Ibuprofen').waitFor()
    await kim.page.getByRole('button', { name: 'Delete Ibuprofen' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await kim.toast('Success').getByText('Medication deleted successfully').waitFor()
    await kim.page.getByText('No medications yet').waitFor()
    await kim.saved()
    expect(await kim.medicationsOnServer()).toEqual([])
  })
})

describe('my medicines on paper', () => {
  it('cannot be printed from a device that has not loaded them all', async () => {
    const email = newAddress('mo')
    const mo = await screens.user()
    await mo.signUp(email)
    await planDay(mo, [{ name: 'Ramipril', minutes: [60] }])
    const phone = await screens.user()
    await phone.context.route('**/api/medications', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    )
    await phone.signIn(email)
    await phone.addMedication({ name: 'Metformin', times: '8:00 am', ongoing: true })
    await phone.open('/medications')
    await active(phone, 'Metformin').waitFor()
    expect(await phone.page.getByRole('button', { name: 'Print my medicines' }).count()).toBe(0)
    await phone.context.unroute('**/api/medications')
    await phone.page.reload()
    await phone.page.getByRole('button', { name: 'Print my medicines' }).waitFor()
  })
})

describe('a barcode', () => {
  const CODE = '9300675003261'
  const scanBarcode = async (user: User, number: string) => {
    await user.page.getByRole('button', { name: 'Scan Barcode' }).click()
    await user.dialog('Scan Barcode').getByLabel('Number below the bars').fill(number)
    await user.dialog('Scan Barcode').getByRole('button', { name: 'Use This Number' }).click()
  }

  it('found after its dialog was closed opens nothing', async () => {
    const moe = await screens.user()
    await moe.context.addInitScript((code) => {
      class Detector {
        static getSupportedFormats = async () => ['ean_13', 'data_matrix']
        detect = () =>
          new Promise((resolve) => {
            const answer = () => resolve([{ rawValue: code, format: 'ean_13' }])
            Object.assign(window, { answerOfDetector: answer })
          })
      }
      Object.assign(window, { BarcodeDetector: Detector })
    }, CODE)
    await moe.signUp()
    await moe.open('/prescriptions')
    await moe.page.getByRole('button', { name: 'Scan Barcode' }).click()
    const dialog = moe.dialog('Scan Barcode')
    const picture = { name: 'code.jpg', mimeType: 'image/jpeg', buffer: await jpegOf() }
    await dialog.getByLabel('Picture of the barcode').setInputFiles(picture)
    const isAsked = () => moe.page.evaluate(() => 'answerOfDetector' in window)
    await until(isAsked, { what: 'a picture that is being read' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await moe.page.evaluate(async () => {
      ;(window as unknown as { answerOfDetector(): void }).answerOfDetector()
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    })
    expect(await moe.dialog().count()).toBe(0)
    expect(new URL(moe.page.url()).pathname).toBe('/prescriptions')
  })

  it('named once is known the next time, on another device too, and after it was stopped', async () => {
    const ann = await screens.user()
    const email = newAddress('ann')
    await ann.signUp(email)
    await ann.open('/medications?add=1')
    await ann.page.getByRole('button', { name: 'Scan Barcode' }).click()
    const dialog = ann.dialog('Scan Barcode')
    await dialog.getByText('The camera can’t be used here').waitFor()
    await dialog.getByLabel('Number below the bars').fill('9300675003262')
    await dialog.getByRole('button', { name: 'Use This Number' }).click()
    await dialog.getByText('check each digit').waitFor()
    await dialog.getByLabel('Number below the bars').fill(CODE)
    await dialog.getByRole('button', { name: 'Use This Number' }).click()
    await ann.page.getByText('This barcode is new').waitFor()
    await submitMedication(ann.page, { name: 'Ramipril', dosage: '5 mg', times: '8 am', instructions: 'With water' })
    await ann.toast('Medication added successfully').waitFor()
    await ann.saved()
    const [ramipril] = await ann.medicationsOnServer()
    expect(ramipril).toMatchObject({ name: 'Ramipril', barcodes: ['09300675003261'] })

    const tablet = await screens.user()
    await tablet.signIn(email)
    await tablet.open('/medications')
    await active(tablet, 'Ramipril').waitFor()
    await tablet.open('/prescriptions')
    await tablet.offline()
    await scanBarcode(tablet, CODE)
    await tablet.page.getByText('You already have Ramipril').waitFor()
    await tablet.page.getByRole('button', { name: 'Open It' }).click()
    await tablet.dialog('Edit Medication').getByText(CODE).waitFor()
    await tablet.online()
    await tablet.call('PATCH', `/api/medications/${ramipril?.id}`, { stoppedAt: new Date().toISOString() })
    await tablet.open('/medications')
    await tablet.page.getByText('Inactive', { exact: true }).first().waitFor()
    await tablet.open('/medications?add=1')
    await tablet.dialog('Add Medication').getByLabel('Dosage').fill('10 mg')
    await scanBarcode(tablet, CODE)
    await tablet.page.getByText('Filled in from what you took before').waitFor()
    expect(await medicationFields(tablet.page)).toMatchObject({
      name: 'Ramipril',
      dosage: '10 mg',
      instructions: 'With water',
      times: '',
    })
  })

  it('is added to what is already there and removed again, and nothing else of it changes', async () => {
    const ben = await screens.user()
    await ben.signUp()
    await ben.addMedication({ name: 'Clozapine', times: '8:00' })
    await ben.saved()
    const [before] = await ben.medicationsOnServer()
    await ben.open(`/medications?edit=${before?.id}`)
    await scanBarcode(ben, CODE)
    await ben.page.getByText('Barcode added').waitFor()
    await submitMedication(ben.page, {})
    await ben.toast('Medication updated successfully').waitFor()
    await ben.saved()
    const [after] = await ben.medicationsOnServer()
    expect(after).toEqual({ ...before, barcodes: ['09300675003261'], updatedAt: after?.updatedAt })
    await ben.open(`/medications?edit=${before?.id}`)
    await ben.page.getByRole('button', { name: `Remove barcode ${CODE}` }).click()
    await submitMedication(ben.page, {})
    await until(async () => (await ben.medicationsOnServer())[0]?.barcodes?.length === 0)
  })
})
