import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '#domain/protocol/errors.ts'
import { PROTOCOL_HEADER } from '#domain/protocol/headers.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import { heicOf } from '#server/testing/heic.ts'
import { phonePhoto } from '#server/testing/pictures.ts'
import { tracesOf } from '#tests/e2e/support/traces.ts'
import { fromDocumentMenu } from '#tests/support/document-menu.ts'
import { until } from '#tests/support/wait.ts'
import type { Locator } from './support/locator.ts'
import { chip, parent } from './support/people.ts'
import { setUpScreens } from './support/screens.ts'
import { newAddress, type User } from './support/user.ts'

const screens = setUpScreens()

const files = mkdtempSync(join(tmpdir(), 'dosewell-scans-'))
const fileOf = (name: string) => join(files, name)
beforeAll(async () => {
  writeFileSync(fileOf('photo.jpg'), await phonePhoto())
  writeFileSync(fileOf('phone.heic'), heicOf())
  writeFileSync(fileOf('letter.pdf'), '%PDF-1.7\n')
  writeFileSync(fileOf('broken.jpg'), (await phonePhoto()).subarray(0, 60))
})
afterAll(() => rmSync(files, { recursive: true }))

async function atDocuments(email?: string): Promise<User> {
  const user = await screens.user()
  await user.signUp(email)
  await user.open('/medical-documents')
  await user.page.getByRole('heading', { name: 'No documents yet' }).waitFor()
  return user
}

const choose = ({ page }: User, name: string) => page.locator('input[type=file]').first().setInputFiles(fileOf(name))
const press = ({ page }: User, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const card = ({ page }: User, name: string) => page.getByRole('listitem').filter({ hasText: name })

async function upload(user: User, file: string, name: string): Promise<void> {
  await choose(user, file)
  await user.page.getByLabel('Name').fill(name)
  await press(user, 'Upload')
}

const onServer = async (user: User) => (await user.call<MedicalDocument[]>('GET', '/api/medical-documents')).body

/** Whether a small picture is really drawn. */
const isDrawn = (user: User, name: string) =>
  card(user, name)
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

/** Returns the width of a drawn picture in pixels; 0 until it is drawn. */
const widthOf = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)

/** Makes the page record type and quality of each picture it creates; returns how to read the record. */
async function picturesMade({ page }: User): Promise<() => Promise<(string | number | undefined)[][]>> {
  const noted = await page.evaluateHandle(() => {
    const made: (string | number | undefined)[][] = []
    const toBlob = HTMLCanvasElement.prototype.toBlob
    HTMLCanvasElement.prototype.toBlob = function (callback, type, quality) {
      made.push([type, quality])
      toBlob.call(this, callback, type, quality)
    }
    return made
  })
  return () => noted.jsonValue()
}

describe('medical documents', () => {
  it('no file, a PDF and a broken picture are refused with a reason', async () => {
    const cara = await atDocuments()
    await press(cara, 'Upload')
    await cara.toast('No file selected').waitFor()
    for (const [file, words] of [
      ['letter.pdf', 'A PDF is not a picture'],
      ['broken.jpg', 'not a picture that can be read'],
    ] as const) {
      await choose(cara, file)
      await press(cara, 'Upload')
      await cara.toast('Upload failed').filter({ hasText: words }).waitFor()
    }
    expect(await onServer(cara)).toEqual([])
  })

  it('a HEIC that cannot be decoded here is uploaded as it is and drawn from what the server made of it', async () => {
    const gus = await atDocuments()
    await gus.page.evaluate(() => Reflect.deleteProperty(globalThis, 'Worker'))
    await choose(gus, 'phone.heic')
    await gus.page.getByText('This browser cannot show the picture here.').waitFor()
    await press(gus, 'Upload')
    await gus.toast('Document uploaded').waitFor()
    await until(() => isDrawn(gus, 'Document of'), { what: 'the small picture' })
    await press(gus, /^View Document of/)
    const shown = gus.dialog(/^Document of/).getByRole('img')
    await until(async () => (await widthOf(shown)) === 32, { what: 'the whole picture' })
  })

  it('the camera takes a photo; without access to it that is said', async () => {
    const dan = await atDocuments()
    const devices = await dan.page.evaluateHandle(() => {
      const { getUserMedia } = navigator.mediaDevices
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('no', 'NotAllowedError')
      }
      return { allow: () => Object.assign(navigator.mediaDevices, { getUserMedia }) }
    })
    await press(dan, 'Take Photo')
    await dan.toast('Camera access denied').waitFor()
    await devices.evaluate(({ allow }) => allow())
    dan.device.camera = await phonePhoto()
    const made = await picturesMade(dan)
    await press(dan, 'Take Photo')
    await dan.dialog('Take Photo').getByRole('button', { name: 'Capture' }).click()
    await dan.page.getByAltText('The chosen document').waitFor()
    const photo = ['image/jpeg', 0.95]
    expect((await made())[0]).toEqual(photo)
    await press(dan, 'Upload')
    await dan.toast('Document uploaded').waitFor()
    // The list's small picture is a different one.
    expect((await made()).filter(([, quality]) => quality !== 0.8)).toEqual([photo, photo])
    expect((await onServer(dan))[0]?.documentName).toMatch(/^Document of \w{3} \d+, \d{4}$/)
  })

  it('S12.2 a refused upload needs the person on every page: it can be corrected and sent again, or discarded', async () => {
    const joy = await atDocuments()
    const refusal = {
      status: 400,
      headers: { [PROTOCOL_HEADER]: '1' },
      json: errorBody('invalid', 'This name is too long.'),
    }
    await joy.context.route('**/upload', (route) => route.fulfill(refusal))
    for (const name of ['Blood test', 'X-ray']) {
      await upload(joy, 'photo.jpg', name)
      await joy.page.getByRole('heading', { name: `${name} was not uploaded` }).waitFor()
    }
    await joy.context.unroute('**/upload')

    await joy.open('/')
    await joy.page.getByRole('link', { name: '2 things need you' }).click()
    const panel = joy.dialog('Needs attention')
    await panel.getByText('This name is too long.').first().waitFor()
    await panel.getByRole('button', { name: /^Edit.*Blood test/ }).click()
    const form = joy.dialog('Edit Document')
    await form.getByLabel('Name').fill('Blood')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await panel.getByText('1 thing needs you').waitFor()
    await panel.getByRole('button', { name: /^Discard mine.*X-ray/ }).click()
    await joy.dialog('Discard mine?').getByRole('button', { name: 'Discard' }).click()
    await panel.getByText('Nothing needs you').waitFor()
    await joy.open('/medical-documents')
    const uploaded = async () => (await onServer(joy)).map(({ documentName }) => documentName).join()
    await until(async () => (await uploaded()) === 'Blood', { what: 'the document under its new name' })
  })

  it('S14.4 what a role does not allow is not offered, and a sentence says so', async () => {
    const { user: ada, mia } = await parent(await screens.user())
    await chip(ada, 'Mia').click()
    await ada.open('/medical-documents')
    await upload(ada, 'photo.jpg', 'Blood test')
    await ada.toast('Document uploaded').waitFor()
    const path = `/api/people/${mia.id}/grants`
    const { link } = (await ada.call<{ link: string }>('POST', path, { role: 'view' })).body
    const bob = await screens.user()
    await bob.signUp(newAddress())
    await bob.call('POST', `/api/grants/offers/${new URL(link).searchParams.get('token')}/accept`)
    await bob.open(`/medical-documents?person=${mia.id}`)
    await card(bob, 'Blood test').waitFor()
    await bob.page.getByText(/You can see what is here, and change nothing/).waitFor()
    expect(await bob.page.locator('input[type=file]').count()).toBe(0)
    await bob.page.getByRole('button', { name: 'More for Blood test' }).click()
    await bob.page.getByRole('menuitem').first().waitFor()
    const offered = await bob.page.getByRole('menuitem').allTextContents()
    expect(offered.map((name) => name.trim())).toEqual(['Download', 'Email'])
  })

  it('a list that was loaded empty is empty without a network too; one that never was could not be loaded', async () => {
    const email = newAddress()
    const ida = await atDocuments(email)
    await ida.workerReady()
    await ida.offline()
    await ida.page.reload()
    await ida.page.getByRole('heading', { name: 'No documents yet' }).waitFor()
    await ida.online()

    const phone = await screens.user()
    // Only the press may repair it: the app's own attempts come in between.
    let isPressed = false
    await phone.context.route('**/api/medical-documents', (route) =>
      isPressed ? route.fallback() : route.fulfill({ status: 500, body: '' }),
    )
    await phone.signIn(email)
    await phone.open('/medical-documents')
    await phone.page.getByRole('heading', { name: 'Your documents could not be loaded' }).waitFor()
    await phone.page.evaluate(
      (onPress) => addEventListener('click', onPress, true),
      () => {
        isPressed = true
      },
    )
    await press(phone, 'Try again')
    await phone.page.getByRole('heading', { name: 'No documents yet' }).waitFor()
  })

  it('is forwarded by e-mail to a typed recipient', async () => {
    const eve = await atDocuments()
    await eve.workerReady()
    await upload(eve, 'photo.jpg', 'Blood test')
    await eve.toast('Document uploaded').waitFor()
    await fromDocumentMenu(eve, 'Email', 'Blood test')
    const dialog = eve.dialog('Email Document')
    const send = dialog.getByRole('button', { name: 'Send' })
    expect(await send.isDisabled()).toBe(true)
    await dialog.getByLabel('Recipient email').fill('reception@clinic')
    await send.click()
    const sentence = dialog.getByText('Please enter a valid email address')
    await sentence.waitFor()
    const clinic = newAddress()
    await dialog.getByLabel('Recipient email').fill(clinic)
    expect(await sentence.count()).toBe(0)
    await eve.offline()
    await send.click()
    await eve.toast('Failed to send email').waitFor()
    expect(await dialog.getByLabel('Recipient email').inputValue()).toBe(clinic)
    await eve.online()
    await send.click()
    await eve.toast('Email sent').waitFor()
    const mail = screens.server.mails.find(({ to }) => to === clinic)
    expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(['Blood test.jpg'])
  })

  it('signing out asks about what is not uploaded, and leaves no picture and no name behind', async () => {
    const fay = await atDocuments()
    await fay.workerReady()
    await fay.offline()
    await upload(fay, 'photo.jpg', 'Secret scan')
    await fay.toast('Saved on this device').waitFor()
    await press(fay, 'Log out')
    const question = fay.dialog('Sign out and lose what is not saved yet?')
    await question.getByText('1 change on this device has not reached your account.').waitFor()
    // Without a network only a worker answers the sign-out; with one, the picture would be uploaded first.
    await fay.page.route('**/upload', (route) => route.abort())
    await fay.online()
    let hasLeft = false
    fay.page.on('request', (request) => {
      hasLeft ||= request.url().endsWith('/api/logout')
    })
    await question.getByRole('button', { name: 'Sign out anyway' }).click()
    await until(() => hasLeft, { what: 'the sign-out' })
    await fay.page.getByRole('link', { name: 'Login' }).waitFor()
    expect(await tracesOf(fay.page, ['Secret scan'])).toEqual([])
  })

  it('one that this device cannot delete stays, and that is said', async () => {
    const hal = await atDocuments()
    await upload(hal, 'photo.jpg', 'Blood test')
    await hal.toast('Document uploaded').waitFor()
    await hal.page.evaluate(() => {
      IDBObjectStore.prototype.add = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError')
      }
    })
    await fromDocumentMenu(hal, 'Delete', 'Blood test')
    await hal.dialog('Delete Document?').getByRole('button', { name: 'Delete' }).click()
    await hal.toast('Delete failed').waitFor()
    await card(hal, 'Blood test').waitFor()
    expect((await onServer(hal)).map(({ documentName }) => documentName)).toEqual(['Blood test'])
  })

  it('a visitor is asked to log in', async () => {
    const user = await screens.user()
    await user.open('/medical-documents')
    await user.page.getByText('Please log in to manage your medical documents').waitFor()
  })
})
