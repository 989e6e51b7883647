import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { Prescription } from '#domain/records/prescription.ts'
import { barcodeOf } from '#tests/support/barcode.ts'
import { bent, LABEL, paperOf } from '#tests/support/paper.ts'
import { until } from '#tests/support/wait.ts'
import { checkScreen } from './support/axe.ts'
import { submitMedication } from './support/medication-form.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const folder = mkdtempSync(join(tmpdir(), 'dosewell-labels-'))
const fileOf = (name: string) => join(folder, name)
const label = await paperOf(LABEL)
writeFileSync(fileOf('label.jpg'), label)
writeFileSync(fileOf('bottle.jpg'), await bent(label))
writeFileSync(fileOf('letter.jpg'), await paperOf(['Dr Helen Nguyen', 'Referral to cardiology', '5 October 2026']))
writeFileSync(fileOf('code.png'), await barcodeOf('(01)09300675003261(17)290228(10)A1', 'DataMatrix'))
// The camera shows the label over and over, with a barcode below its print.
const bars = await sharp(await barcodeOf('9300675003261', 'EAN13'))
  .resize({ height: 220, kernel: 'nearest' })
  .toBuffer()
const box = await sharp(label)
  .composite([{ input: bars, left: 60, top: 460 }])
  .jpeg({ quality: 92 })
  .toBuffer()
writeFileSync(fileOf('camera.mjpeg'), Buffer.concat([box, box, box]))
afterAll(() => rmSync(folder, { recursive: true }))

const screens = setUpScreens(
  // A language model that is configured but unreachable: the screen mentions it, and scans go on without it.
  { environment: { AI_BASE_URL: 'http://127.0.0.1:9', AI_EXTRACTION_MODEL: 'label-reader' } },
  {
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${fileOf('camera.mjpeg')}`,
    ],
  },
)

/** Reading takes seconds; on a slow machine with two other browsers it took more than a minute. */
const READING = { timeout: 150_000 }

const press = ({ page }: User, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const choose = ({ page }: User, name: string) => page.getByLabel('Choose a picture').setInputFiles(fileOf(name))
const review = (user: User) => user.dialog('Medications Found')
const found = (user: User, name: string) => review(user).getByRole('group', { name })
const history = ({ page }: User) => page.getByRole('list', { name: 'Prescription History' }).getByRole('listitem')
const onServer = async (user: User) => (await user.call<Prescription[]>('GET', '/api/prescriptions')).body

async function atPrescriptions(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  await user.open('/prescriptions')
  await user.page.getByLabel('What are you scanning?').waitFor()
  return user
}

/** Returns which files for reading the service worker has, by address. */
const readerFiles = ({ page }: User) =>
  page.evaluate(async () => {
    const files = await (await caches.open('dosewell-reader')).keys()
    return files.map(({ url }) => url)
  })

/** From the next page on, the worker with the models cannot be loaded; the one with Tesseract can. */
const withoutModels = ({ page }: User) =>
  page.addInitScript(() => {
    const Own = Worker
    globalThis.Worker = class extends Own {
      constructor(script: string | URL, options?: WorkerOptions) {
        super(String(script).includes('print-reader') ? '/assets/nothing.js' : script, options)
      }
    }
  })

async function scan(user: User, file: string): Promise<void> {
  await choose(user, file)
  await user.page.getByAltText('What will be read').waitFor()
  await press(user, 'Upload & Process')
}

describe('/prescriptions', { timeout: 240_000 }, () => {
  it('2.prescriptions the camera takes the photo, and axe finds no problem on the way; without access to it that is said', async () => {
    const bob = await atPrescriptions()
    const problems = await checkScreen(bob.page, 'choosing')
    await press(bob, 'Take Photo')
    await bob.dialog('Take Photo').getByRole('button', { name: 'Capture' }).click()
    await bob.page.getByAltText('What will be read').waitFor()
    await press(bob, 'Upload & Process')
    await found(bob, 'Amoxicillin').waitFor(READING)
    problems.push(...(await checkScreen(bob.page, 'the review')))
    await review(bob).getByRole('button', { name: 'Cancel' }).click()
    await history(bob).getByText('Camera', { exact: true }).waitFor()
    problems.push(...(await checkScreen(bob.page, 'the history')))
    await bob.page.evaluate(() => {
      const value = async () => {
        throw new DOMException('no', 'NotAllowedError')
      }
      Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { configurable: true, value })
    })
    await press(bob, 'Take Photo')
    await bob.toast('Camera access denied').waitFor()
    expect(problems).toEqual([])
  })

  it('print on a bottle, which Tesseract alone misreads, is read on the device by both recognisers when the person chooses that: nothing is uploaded, and from then on it works without a network; where one cannot be loaded the other reads alone; a document’s name, type and date are proposed from its print', async () => {
    const hal = await atPrescriptions()
    await hal.workerReady()
    const uploads: string[] = []
    hal.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/upload')) uploads.push(request.url())
    })
    await choose(hal, 'bottle.jpg')
    await press(hal, 'Read on this device')
    await found(hal, 'Amoxicillin').waitFor(READING)
    await found(hal, 'Metformin').waitFor()
    await review(hal).getByRole('button', { name: 'Cancel' }).click()
    await hal.page.getByRole('button', { name: 'Upload & Process' }).waitFor()
    expect(uploads).toEqual([])
    await until(async () => (await readerFiles(hal)).length === 8, { what: 'all files on the device' })

    await hal.offline()
    await withoutModels(hal)
    hal.expectComplaint(/status of 404 .*\/assets\/nothing\.js/)
    await hal.page.reload()
    await scan(hal, 'label.jpg')
    const waiting = hal.page.getByRole('region', { name: 'Waiting to be read' }).getByRole('listitem')
    await waiting.getByRole('button', { name: 'Read on this device' }).click()
    await found(hal, 'Amoxicillin').waitFor(READING)
    await found(hal, 'Metformin').getByRole('checkbox').uncheck()
    await press(hal, 'Add 1 Medication(s)')
    await found(hal, 'Amoxicillin').getByText('At least one reminder time is required').waitFor()
    await found(hal, 'Amoxicillin').getByLabel('Reminder times').fill('8 am, 2 pm, 8 pm')
    await press(hal, 'Add 1 Medication(s)')
    await hal.toast('Success').waitFor()
    await hal.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    await hal.online()
    await hal.saved()
    expect((await hal.medicationsOnServer()).map(({ name }) => name)).toEqual(['Amoxicillin'])
    expect(await onServer(hal)).toEqual([])

    await hal.open('/medical-documents')
    await choose(hal, 'letter.jpg')
    await press(hal, 'Read name, type and date')
    await hal.toast('Picture read').waitFor(READING)
    const { page } = hal
    await page.locator('button:focus', { hasText: 'Read name, type and date' }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Referral to cardiology')
    expect(await page.getByLabel('Type').inputValue()).toBe('referral')
    expect(await page.getByLabel('Date').inputValue()).toBe('2026-10-05')
    await page.getByLabel('Name').fill('Referral to Dr Raman')
    await press(hal, 'Upload')
    await hal.toast('Document uploaded').waitFor()
    await page.getByText('Referral to Dr Raman').waitFor()
  })

  it('a barcode is read by the camera and, named once, in a picture without a network; axe finds no problem', async () => {
    const eve = await atPrescriptions()
    await eve.workerReady()
    const scanBarcode = () => press(eve, 'Scan Barcode')
    await scanBarcode()
    await eve.page.getByText('This barcode is new').waitFor(READING)
    await eve.dialog('Add Medication').getByText('9300675003261').waitFor()
    await submitMedication(eve.page, { name: 'Ramipril', dosage: '5 mg', times: '8 am' })
    await eve.toast('Success').waitFor()
    await eve.offline()
    await eve.open('/medications?add=1')
    await eve.page.evaluate(() => {
      const value = async () => {
        throw new DOMException('no', 'NotAllowedError')
      }
      Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { configurable: true, value })
    })
    await scanBarcode()
    await eve.page.getByText('The camera can’t be used here').waitFor()
    const problems = await checkScreen(eve.page, 'the barcode')
    await eve.page.getByLabel('Picture of the barcode').setInputFiles(fileOf('letter.jpg'))
    await eve.page.getByText('No barcode of a package was found').waitFor(READING)
    await eve.page.getByLabel('Picture of the barcode').setInputFiles(fileOf('code.png'))
    await eve.page.getByText('You already have Ramipril').waitFor(READING)
    problems.push(...(await checkScreen(eve.page, 'the form with its barcode')))
    expect(problems).toEqual([])
  })

  it('a picture shared from another app, without a network, is what will be read, and waits until it can be', async () => {
    const fay = await atPrescriptions()
    await fay.workerReady()
    await fay.offline()
    await fay.page.evaluate(
      async (bytes) => {
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          action: '/prescriptions',
          enctype: 'multipart/form-data',
        })
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'image' })
        const files = new DataTransfer()
        files.items.add(new File([new Uint8Array(bytes)], 'label.jpg', { type: 'image/jpeg' }))
        input.files = files.files
        form.append(input)
        document.body.append(form)
        form.submit()
      },
      [...label],
    )
    await fay.page.getByAltText('What will be read').waitFor()
    expect(new URL(fay.page.url()).pathname).toBe('/prescriptions')
    await fay.page.reload()
    await fay.page.getByAltText('What will be read').waitFor()
    await press(fay, 'Upload & Process')
    await fay.page.getByRole('region', { name: 'Waiting to be read' }).getByRole('listitem').waitFor()
    expect(await fay.page.getByAltText('What will be read').count()).toBe(0)
    await fay.online()
    await fay.toast('Your scan was read').waitFor(READING)
    await history(fay).first().waitFor()
  })
})
