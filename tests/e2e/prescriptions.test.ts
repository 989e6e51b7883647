import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Prescription } from '#domain/records/prescription.ts'
import { LABEL, paperOf } from '#tests/support/paper.ts'
import { checkScreen } from './support/axe.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const folder = mkdtempSync(join(tmpdir(), 'dosewell-labels-'))
const fileOf = (name: string) => join(folder, name)
const label = await paperOf(LABEL)
writeFileSync(fileOf('label.jpg'), label)
writeFileSync(fileOf('letter.jpg'), await paperOf(['Dr Helen Nguyen', 'Referral to cardiology', '5 October 2026']))
// The camera shows the label over and over.
writeFileSync(fileOf('camera.mjpeg'), Buffer.concat([label, label, label]))
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

/** Reading takes seconds, and longer on a busy machine. */
const READING = { timeout: 60_000 }

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

async function scan(user: User, file: string): Promise<void> {
  await choose(user, file)
  await user.page.getByAltText('What will be read').waitFor()
  await press(user, 'Upload & Process')
}

describe('/prescriptions', () => {
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

  it('is read on the device when the person chooses that: nothing is uploaded, and from then on it works without a network; a document’s name, type and date are proposed from its print', async () => {
    const hal = await atPrescriptions()
    await hal.workerReady()
    const uploads: string[] = []
    hal.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/upload')) uploads.push(request.url())
    })
    await choose(hal, 'label.jpg')
    await press(hal, 'Read on this device')
    await found(hal, 'Amoxicillin').waitFor(READING)
    await review(hal).getByRole('button', { name: 'Cancel' }).click()
    await hal.page.getByRole('button', { name: 'Upload & Process' }).waitFor()
    expect(uploads).toEqual([])

    await hal.offline()
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
    expect(await page.getByLabel('Name').inputValue()).toBe('Referral to cardiology')
    expect(await page.getByLabel('Type').inputValue()).toBe('referral')
    expect(await page.getByLabel('Date').inputValue()).toBe('2026-10-05')
    await page.getByLabel('Name').fill('Referral to Dr Raman')
    await press(hal, 'Upload')
    await hal.toast('Document uploaded').waitFor()
    await page.getByText('Referral to Dr Raman').waitFor()
  })
})
