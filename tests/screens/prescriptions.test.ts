import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { errorBody } from '#domain/protocol/errors.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import { type Recognised, type Recogniser, recogniser } from '#server/recognition/recogniser.ts'
import { tracesOf } from '#tests/e2e/support/traces.ts'
import { fromDocumentMenu } from '#tests/support/document-menu.ts'
import { LABEL, paperOf } from '#tests/support/paper.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import { sharePicture } from './support/shared-picture.ts'
import { newAddress, type User } from './support/user.ts'

const CARD = ['Appointment with Dr Priya Raman', 'Cardiology', '4 March 2099 at 2:30 pm']

/** Its doctor may be followed by a suburb, and its date may be of another day. */
const UNSURE = [
  'GREENFIELD PHARMACY',
  'AMOXICILLIN 500mg CAPSULES',
  'Take ONE capsule three times a day',
  'Dr Ruth Penn Carlton',
  'Mrs Ann Low   12/11/2026',
]

const folder = mkdtempSync(join(tmpdir(), 'dosewell-labels-'))
const fileOf = (name: string) => join(folder, name)
writeFileSync(fileOf('label.jpg'), await paperOf(LABEL))
writeFileSync(fileOf('unsure.jpg'), await paperOf(UNSURE))
writeFileSync(fileOf('card.jpg'), await paperOf(CARD))
writeFileSync(fileOf('empty.jpg'), await paperOf([]))
writeFileSync(fileOf('address.jpg'), await paperOf(['Eastside Medical Center', 'reception@eastside.example']))
afterAll(() => rmSync(folder, { recursive: true }))

/** Reads as the server does, each picture once: reading takes seconds. */
function rememberingRecogniser(): Recogniser {
  const own = recogniser()
  const known = new Map<string, Promise<Recognised>>()
  return {
    read(picture) {
      const print = createHash('sha256').update(picture).digest('hex')
      const read = known.get(print) ?? own.read(picture)
      known.set(print, read)
      return read
    },
    close: own.close,
  }
}

// A language model that is configured but unreachable: the screen mentions it, and scans go on without it.
const screens = setUpScreens({
  environment: { AI_BASE_URL: 'http://127.0.0.1:9', AI_EXTRACTION_MODEL: 'label-reader' },
  recogniser: rememberingRecogniser(),
})

/** Occurs in the row of a waiting picture, and in no code. */
const KEPT = '"uploadMethod":"upload"'

/** Reading takes seconds, and longer on a busy machine. */
const READING = { timeout: 60_000 }

const press = ({ page }: User, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const choose = ({ page }: User, name: string) => page.getByLabel('Choose a picture').setInputFiles(fileOf(name))
const review = (user: User) => user.dialog('Medications Found')
const found = (user: User, name: string) => review(user).getByRole('group', { name })
const history = ({ page }: User) => page.getByRole('list', { name: 'Prescription History' }).getByRole('listitem')
const onServer = async (user: User) => (await user.call<Prescription[]>('GET', '/api/prescriptions')).body

async function atPrescriptions(query = '', email?: string): Promise<User> {
  const user = await screens.user()
  await user.signUp(email)
  await user.open(`/prescriptions${query}`)
  await user.page.getByLabel('What are you scanning?').waitFor()
  return user
}

async function scan(user: User, file: string): Promise<void> {
  await choose(user, file)
  await user.page.getByAltText('What will be read').waitFor()
  await press(user, 'Upload & Process')
}

/** Tells the page, from its next load on, that Premium has ended. */
const lapsed = ({ page }: User) =>
  page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch()
    const plan = { subscriptionStatus: 'expired', subscriptionPlan: 'free', subscriptionEndsAt: null }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...plan } })
  })

/** Puts a picture where the worker puts what another app shared. */
const share = ({ page }: User, id: string) => sharePicture(page, id, readFileSync(fileOf('label.jpg')))

describe('/prescriptions', () => {
  it('2.prescriptions a label is uploaded, every field is shown with the words it was read from, and what is chosen is added', async () => {
    const ann = await atPrescriptions()
    await ann.addMedication({ name: 'Metformin', dosage: '1000 mg', times: '9 pm', ongoing: true })
    await ann.saved()
    await ann.page.getByRole('link', { name: 'Scan Prescription' }).click()
    await choose(ann, 'label.jpg')
    await ann.page.getByText('are also sent to a language model').waitFor()
    await press(ann, 'Upload & Process')
    await review(ann).waitFor(READING)
    const boxes = review(ann).getByRole('checkbox')
    expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual([true, true])
    await found(ann, 'Metformin').getByText('You already have Metformin').waitFor()
    const amoxicillin = found(ann, 'Amoxicillin')
    expect(await amoxicillin.getByLabel('Dosage').inputValue()).toBe('500 mg')
    await amoxicillin
      .getByText(/^Read from.*500mg/i)
      .first()
      .waitFor()

    for (const box of await boxes.all()) await box.uncheck()
    await press(ann, 'Add 0 Medication(s)')
    await ann.toast('No medications selected').waitFor()
    for (const box of await boxes.all()) await box.check()
    await amoxicillin.getByLabel('Reminder times').fill('8 am, noonish')
    await press(ann, 'Add 2 Medication(s)')
    await amoxicillin.getByText('“noonish” is not a time').waitFor()
    await amoxicillin.getByLabel('Reminder times').fill('8 am, 2 pm, 8 pm')
    await amoxicillin.getByLabel('Instructions').fill('One capsule, three times a day')
    await press(ann, 'Add 2 Medication(s)')
    await ann.toast('Partially added').waitFor()
    await ann.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    const added = (await ann.medicationsOnServer()).find(({ name }) => name === 'Amoxicillin')
    expect(added).toMatchObject({
      dosage: '500 mg',
      instructions: 'One capsule, three times a day',
      reminderTimes: ['08:00', '14:00', '20:00'],
    })

    await ann.open('/prescriptions')
    await ann.page.getByRole('heading', { name: 'Next Steps' }).waitFor()
    const [kept] = await onServer(ann)
    const card = history(ann)
    await card.getByText(/^\w{3} \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M$/).waitFor()
    await card.getByText(`ID ${kept?.id.slice(-6).toUpperCase()}`).waitFor()
    await card.getByText('Upload', { exact: true }).waitFor()
    expect(await card.getByLabel('Extracted text').inputValue()).toBe(kept?.ocrText)
    expect(await card.getByLabel('Extracted text').isEditable()).toBe(false)
    await card.getByText('Nov 12, 2026', { exact: true }).waitFor()
    await card.getByRole('button', { name: /^View the picture/ }).click()
    const picture = ann.dialog('Prescription').getByAltText('What was scanned')
    await until(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), {
      what: 'the picture',
    })
    await ann.dialog('Prescription').getByRole('button', { name: 'Close' }).last().click()
    await press(ann, /^Delete the scan/)
    await ann.dialog('Delete Prescription?').getByRole('button', { name: 'Delete' }).click()
    await ann.toast('Prescription deleted').waitFor()
    await history(ann).waitFor({ state: 'detached' })
    expect(await onServer(ann)).toEqual([])
  })

  it('the doctor, the pharmacy and the date are marked like any other guess, in the review and in the history, and can be corrected', async () => {
    const uma = await atPrescriptions()
    await scan(uma, 'unsure.jpg')
    const says = review(uma).getByRole('group', { name: 'Doctor, pharmacy and date' })
    await says.waitFor(READING)
    await says.getByText('2 things to check').waitFor()
    const doctor = says.getByLabel('Doctor A guess')
    expect(await doctor.inputValue()).toBe('Dr Ruth Penn Carlton')
    await says.getByText('Read from Ruth Penn Carlton').waitFor()
    await doctor.fill('Dr Ruth Penn')
    await says.getByText('1 thing to check').waitFor()
    await review(uma).getByLabel('Reminder times').fill('8 am')
    await press(uma, 'Add 1 Medication(s)')
    await uma.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()

    await uma.open('/prescriptions')
    const card = history(uma)
    await card.getByText('Dr Ruth Penn', { exact: true }).waitFor()
    const facts = card.getByRole('definition')
    await facts.filter({ hasText: 'Read from 12/11/2026' }).waitFor()
    expect(await card.getByText('A guess').count()).toBe(1)
    await press(uma, /^Correct the doctor/)
    const dialog = uma.dialog('Doctor, pharmacy and date')
    const date = dialog.getByLabel(/^Date/)
    expect(await date.inputValue()).toBe('2026-11-12')
    await date.fill('0026-11-12')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/^Choose a date from/).waitFor()
    await date.fill('2026-11-12')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await card.getByText('A guess').waitFor({ state: 'detached' })
    expect(await onServer(uma)).toMatchObject([
      {
        doctorName: 'Dr Ruth Penn',
        prescriptionDate: '2026-11-12',
        sources: { doctorName: { confidence: 'sure' }, prescriptionDate: { confidence: 'sure' } },
      },
    ])
  })

  it('4.25 an appointment card goes on to the form of an appointment; what shows no text is said', async () => {
    const cleo = await atPrescriptions('?type=appointment')
    expect(await cleo.page.getByLabel('What are you scanning?').inputValue()).toBe('appointment')
    await scan(cleo, 'empty.jpg')
    await cleo.toast('No text found').waitFor(READING)
    await scan(cleo, 'card.jpg')
    await cleo.toast('Voice input parsed').waitFor(READING)
    expect(new URL(cleo.page.url()).search).toBe('')
    expect(await cleo.page.getByLabel('Doctor').first().inputValue()).toContain('Priya Raman')
  })

  it('a reading can be cancelled, and one that fails is said in the server’s words', async () => {
    const dan = await atPrescriptions()
    await dan.page.route('**/api/prescriptions/upload', () => {}, { times: 1 })
    await scan(dan, 'label.jpg')
    await dan.page.getByRole('progressbar', { name: 'Upload of the picture' }).waitFor()
    const focused = () => dan.page.evaluate(() => document.activeElement?.textContent)
    expect(await focused()).toBe('Uploading, 0 %')
    await press(dan, 'Cancel')
    await dan.page.getByRole('button', { name: 'Upload & Process' }).waitFor()
    expect(await focused()).toBe('Upload & Process')
    await dan.page.route(
      '**/api/prescriptions/upload',
      (route) => route.fulfill({ status: 503, json: errorBody('unavailable', 'Many pictures are being read.') }),
      { times: 1 },
    )
    await press(dan, 'Upload & Process')
    await dan.toast('Many pictures are being read.').filter({ hasText: 'Upload failed' }).waitFor()
    await press(dan, 'Cancel')
    await dan.page.getByRole('button', { name: 'Upload Image' }).waitFor()
    expect(await focused()).toBe('Take Photo')
    expect(await onServer(dan)).toEqual([])
  })

  it('7.21.4 the fields that the specification names open the review; after a lost answer the second press adds nothing twice', async () => {
    const ivy = await atPrescriptions()
    await ivy.page.route('**/api/prescriptions/upload', async (route) => {
      const answer = await route.fetch()
      const { id, ocrText, extractedMedications } = (await answer.json()) as Prescription
      const named = extractedMedications.map(({ name, dosage, frequency, instructions }) => ({
        name,
        dosage,
        frequency,
        instructions,
      }))
      await route.fulfill({ json: { id, ocrText, extractedMedications: named } })
    })
    await ivy.page.route(
      '**/confirm-medications',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await scan(ivy, 'label.jpg')
    await review(ivy).waitFor(READING)
    await press(ivy, 'Add 2 Medication(s)')
    await ivy.toast('Failed to add medications').waitFor()
    await press(ivy, 'Add 2 Medication(s)')
    await ivy.toast('2 medications added').filter({ hasText: 'Success' }).waitFor()
    expect(await ivy.medicationsOnServer()).toHaveLength(2)
  })

  it('without a network the picture is kept, survives a reload, and is read with it; signing out leaves nothing', async () => {
    const eve = await atPrescriptions()
    await eve.workerReady()
    await eve.offline()
    await scan(eve, 'label.jpg')
    await eve.toast('Saved on this device').waitFor()
    // A network that returns behind its router: the browser saw no change.
    await eve.page.addInitScript(() =>
      addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true }),
    )
    await eve.page.reload()
    const waiting = eve.page.getByRole('region', { name: 'Waiting to be read' }).getByRole('listitem')
    await waiting.waitFor()
    expect(await tracesOf(eve.page, [KEPT])).toHaveLength(1)
    await eve.online()
    await eve.toast('Your scan was read').waitFor(READING)
    await waiting.waitFor({ state: 'detached' })
    await press(eve, /^Review 2 medications/)
    await found(eve, 'Amoxicillin').waitFor()
    await review(eve).getByRole('button', { name: 'Cancel' }).click()
    expect(await onServer(eve)).toHaveLength(1)

    await eve.offline()
    for (const count of [1, 2]) {
      await scan(eve, 'label.jpg')
      await waiting.nth(count - 1).waitFor()
    }
    await waiting.first().getByRole('button', { name: 'Discard' }).click()
    await waiting.nth(1).waitFor({ state: 'detached' })
    await eve.page.getByRole('button', { name: 'Log out' }).click()
    const leaving = eve.dialog('Sign out and lose what is not saved yet?')
    await leaving.getByText(/^1 change on this device/).waitFor()
    // Without a network only a worker answers the sign-out; with one, the picture would be read first.
    await eve.page.route('**/api/prescriptions/upload', (route) => route.abort())
    await eve.online()
    let hasLeft = false
    eve.page.on('request', (request) => {
      hasLeft ||= request.url().endsWith('/api/logout')
    })
    await leaving.getByRole('button', { name: 'Sign out anyway' }).click()
    await until(() => hasLeft, { what: 'the sign-out' })
    await eve.page.getByRole('link', { name: 'Login' }).waitFor()
    expect(await tracesOf(eve.page, [KEPT])).toEqual([])
  })

  it('S6.2 a picture that waits is harmed by no gate and read behind it; one that was refused can be sent again', async () => {
    const lea = await atPrescriptions()
    await lea.workerReady()
    await lea.offline()
    const { page } = lea
    // What is stored is tried immediately, before the answers below are there.
    let attempts = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/upload')) attempts += 1
    })
    await scan(lea, 'label.jpg')
    const waiting = page.getByRole('region', { name: 'Waiting to be read' }).getByRole('listitem')
    await waiting.waitFor()
    await until(() => attempts === 1, { what: 'the first attempt' })
    const answers = [
      { status: 422, json: errorBody('invalid', 'Too dark to be read.') },
      { status: 403, json: errorBody('premium_required', 'This is part of Premium.') },
    ]
    let uploads = 0
    await lea.page.route('**/api/prescriptions/upload', (route) => {
      const answer = answers[uploads]
      uploads += 1
      return answer ? route.fulfill(answer) : route.continue()
    })
    await lea.online()
    await waiting.getByText('Too dark to be read.').waitFor()

    await lapsed(lea)
    await lea.open('/prescriptions')
    await lea.page.getByRole('link', { name: 'See Premium' }).waitFor()
    await waiting.getByRole('button', { name: 'Try again' }).click()
    await waiting.getByText('It is read once you have Premium.').waitFor()
    await lea.page.evaluate(() => dispatchEvent(new Event('online')))
    expect(uploads).toBe(1)

    await lea.page.unroute('**/api/auth/user')
    await lea.open('/prescriptions')
    await until(() => uploads === 2, { what: 'the refusal' })
    await waiting.getByText('It is read when you are back online.').waitFor()
    await lea.page.evaluate(() => dispatchEvent(new Event('online')))
    await lea.toast('Your scan was read').waitFor(READING)
    await waiting.waitFor({ state: 'detached' })
    expect(await onServer(lea)).toHaveLength(1)
  })

  it('a picture shared from another app is what will be read, one after the other, and is sent when the user says so', async () => {
    const pia = await atPrescriptions('?shared=missed')
    const { page } = pia
    await page.getByText('The picture has not arrived').waitFor()
    for (const id of ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'])
      await share(pia, id)
    await pia.open('/prescriptions?shared=anything')
    await page.getByAltText('What will be read').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.getByText('Waiting to be read').count()).toBe(0)
    await press(pia, 'Cancel')
    await page.getByAltText('What will be read').waitFor()
    expect(await onServer(pia)).toEqual([])

    await lapsed(pia)
    await page.reload()
    await page.getByText('Scanning comes with Premium').waitFor()
    await page.getByText('It is read once you have Premium.').waitFor()
    await page.unroute('**/api/auth/user')
    await page.reload()
    await page.getByAltText('What will be read').waitFor()
    await press(pia, 'Upload & Process')
    await found(pia, 'Amoxicillin').waitFor(READING)
    await review(pia).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Take Photo' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Take Photo' }).waitFor()
    expect(await onServer(pia)).toHaveLength(1)
  })

  it('a picture shared from another app can be saved as a document instead, and does not come back', async () => {
    const ros = await atPrescriptions('')
    const { page } = ros
    await share(ros, '018f0000-0000-7000-8000-000000000003')
    await ros.open('/prescriptions?shared=1')
    await page.getByRole('link', { name: 'Save as a document' }).click()
    await page.getByAltText('The chosen document').waitFor()
    await page.getByLabel('Name').fill('Letter from the clinic')
    await press(ros, 'Upload')
    await ros.toast('Document uploaded').waitFor()
    await page.getByText('Letter from the clinic').waitFor()
    await ros.open('/prescriptions')
    await page.getByRole('button', { name: 'Take Photo' }).waitFor()
    expect(await onServer(ros)).toEqual([])
  })

  it('a shared picture that another one replaced among the documents still waits to be read', async () => {
    const sal = await atPrescriptions('')
    const { page } = sal
    await share(sal, '018f0000-0000-7000-8000-000000000004')
    await sal.open('/prescriptions?shared=1')
    await page.getByRole('link', { name: 'Save as a document' }).click()
    await page.getByAltText('The chosen document').waitFor()
    await choose(sal, 'label.jpg')
    await press(sal, 'Upload')
    await sal.toast('Document uploaded').waitFor()
    await sal.open('/prescriptions')
    await page.getByAltText('What will be read').waitFor()
  })

  it('S12.6 the history is on every device without a reload, and without a network', async () => {
    const email = newAddress()
    const kim = await atPrescriptions('', email)
    const tablet = await screens.user()
    await tablet.signIn(email)
    await tablet.open('/prescriptions')
    await scan(kim, 'label.jpg')
    await found(kim, 'Amoxicillin').waitFor(READING)
    await history(tablet).waitFor()
    const phone = await screens.user()
    await phone.signIn(email)
    await phone.context.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    await phone.open('/prescriptions')
    await history(phone).waitFor()
    await tablet.workerReady()
    await tablet.offline()
    await tablet.page.reload()
    await history(tablet).getByText('The picture is not on this device and needs a connection.').waitFor()
    await press(tablet, /^Review 2 medications/)
    await found(tablet, 'Amoxicillin').waitFor()
    await review(tablet).getByRole('button', { name: 'Cancel' }).click()
    await press(tablet, /^Delete the scan/)
    await tablet.dialog('Delete Prescription?').getByRole('button', { name: 'Delete' }).click()
    await tablet.toast('Delete failed').waitFor()
    await tablet.online()
    await history(tablet).locator('img').waitFor()
    await press(tablet, /^Delete the scan/)
    await tablet.dialog('Delete Prescription?').getByRole('button', { name: 'Delete' }).click()
    await history(tablet).waitFor({ state: 'detached' })
    await review(kim).getByRole('button', { name: 'Cancel' }).click()
    await history(kim).waitFor({ state: 'detached' })
  })

  it('6.3 without Premium scanning leads to the pricing page, and a history can be seen and deleted', async () => {
    const fay = await atPrescriptions()
    await scan(fay, 'label.jpg')
    await found(fay, 'Amoxicillin').waitFor(READING)
    await lapsed(fay)
    await fay.open('/prescriptions')
    const premium = fay.page.getByRole('link', { name: 'See Premium' })
    await premium.waitFor()
    expect(await premium.getAttribute('href')).toBe('/pricing')
    await history(fay).waitFor()
    await fay.page.getByRole('heading', { name: 'Next Steps' }).waitFor()
    expect(await fay.page.getByRole('button', { name: /^Review/ }).count()).toBe(0)
    await press(fay, /^Delete the scan/)
    await fay.dialog('Delete Prescription?').getByRole('button', { name: 'Delete' }).click()
    await fay.toast('Prescription deleted').waitFor()
  })

  it('8.documents the address of a mail is read from paper; paper without one, and what cannot be read, is said', async () => {
    const ida = await atPrescriptions()
    await ida.open('/medical-documents')
    await choose(ida, 'empty.jpg')
    await press(ida, 'Upload')
    await ida.toast('Document uploaded').waitFor()
    await fromDocumentMenu(ida, 'Email')
    const mail = ida.dialog('Email Document')
    const paper = mail.getByLabel('A picture of the paper')
    await paper.setInputFiles(fileOf('empty.jpg'))
    await ida.toast('Could not extract email from image').filter({ hasText: 'No email found' }).waitFor(READING)
    const busy = errorBody('unavailable', 'Many pictures are being read.')
    await ida.page.route('**/api/ocr/extract-email', (route) => route.fulfill({ status: 503, json: busy }), {
      times: 1,
    })
    await paper.setInputFiles(fileOf('address.jpg'))
    await ida.toast('Could not process image').filter({ hasText: 'OCR failed' }).waitFor()
    await paper.setInputFiles(fileOf('address.jpg'))
    await ida.toast('Email found').waitFor(READING)
    expect(await mail.getByLabel('Recipient email').inputValue()).toBe('reception@eastside.example')
  })
})
