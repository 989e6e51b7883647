import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Download, Locator } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MedicalDocument } from '#domain/records/document.ts'
import { heicOf } from '#server/testing/heic.ts'
import { isUpright, phonePhoto } from '#server/testing/pictures.ts'
import { fromDocumentMenu } from '#tests/support/document-menu.ts'
import { until } from '#tests/support/wait.ts'
import { submitMedication } from './support/medication-form.ts'
import { newAddress } from './support/never-used.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const files = mkdtempSync(join(tmpdir(), 'dosewell-scans-'))
const fileOf = (name: string) => join(files, name)
beforeAll(async () => {
  writeFileSync(fileOf('photo.jpg'), await phonePhoto())
  // Noise does not compress: the picture takes a while to upload.
  const noise = { raw: { width: 1500, height: 1500, channels: 3 as const } }
  writeFileSync(
    fileOf('large.jpg'),
    await sharp(randomBytes(1500 * 1500 * 3), noise)
      .jpeg()
      .toBuffer(),
  )
  writeFileSync(fileOf('phone.heic'), heicOf())
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

/** Returns the bytes that the server serves at an address, as this user's browser receives them. */
async function picture({ page }: User, path: string): Promise<Buffer> {
  const numbers = await page.evaluate(
    async (address) => [...new Uint8Array(await (await fetch(address)).arrayBuffer())],
    path,
  )
  return Buffer.from(numbers)
}

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
  it('S12.1 one saved without a network survives a reload, is uploaded with it, upright and without the place, is downloaded as a file, and is on the other device; a HEIC, which this browser cannot draw, is decoded on the device, without a network too, and uploaded as JPEG', async () => {
    const email = newAddress('ann')
    const ann = await atDocuments(email)
    await ann.workerReady()
    await ann.offline()
    await upload(ann, 'photo.jpg', 'Cardiology referral')
    await ann.toast('Saved on this device').waitFor()
    await ann.page.reload()
    await card(ann, 'Cardiology referral').getByText('Saved on this device, waiting to upload').waitFor()
    await until(() => isDrawn(ann, 'Cardiology referral'), { what: 'the small picture' })
    expect(await onServer(ann)).toEqual([])

    await ann.online()
    await ann.toast('Document uploaded').waitFor()
    const [saved, ...others] = await onServer(ann)
    expect(others).toEqual([])
    expect(saved).toMatchObject({ documentName: 'Cardiology referral', documentType: 'test_record' })
    const bytes = await picture(ann, saved?.imageUrl ?? '')
    expect([await isUpright(bytes), (await sharp(bytes).metadata()).exif]).toEqual([true, undefined])

    const downloaded = new Promise<Download>((resolve) => {
      // Which of the two gets it depends on whether the new tab existed before the browser recognised a download.
      ann.page.once('download', resolve)
      ann.context.once('page', (tab) => tab.once('download', resolve))
    })
    await fromDocumentMenu(ann, 'Download', 'Cardiology referral')
    expect((await downloaded).suggestedFilename()).toBe('Cardiology referral.jpg')

    const tablet = await screens.user()
    await tablet.signIn(email)
    await tablet.open('/medical-documents')
    await card(tablet, 'Cardiology referral').waitFor()
    await until(() => isDrawn(tablet, 'Cardiology referral'), { what: 'the small picture elsewhere' })
    await fromDocumentMenu(tablet, 'Edit', 'Cardiology referral')
    const form = tablet.dialog('Edit Document')
    await form.getByLabel('Name').fill('Referral to Dr. Lee')
    await form.getByLabel('Type').selectOption('referral')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await card(ann, 'Referral to Dr. Lee')
      .getByText(/^Referral ·/)
      .waitFor()

    await tablet.offline()
    await press(tablet, 'View Referral to Dr. Lee')
    await tablet.page.getByText('This is the small picture kept on this device').waitFor()

    await fromDocumentMenu(ann, 'Delete', 'Referral to Dr. Lee')
    await ann.dialog('Delete Document?').getByRole('button', { name: 'Delete' }).click()
    await ann.page.getByRole('heading', { name: 'No documents yet' }).waitFor()
    await tablet.online()
    await tablet.page.getByRole('heading', { name: 'No documents yet' }).waitFor()
    expect(await onServer(ann)).toEqual([])
    await ann.toast('Document uploaded').waitFor({ state: 'detached' })

    await ann.offline()
    const made = await picturesMade(ann)
    await choose(ann, 'phone.heic')
    const preview = ann.page.getByAltText('The chosen document')
    await until(() => widthOf(preview), { what: 'the preview' })
    await press(ann, 'Upload')
    await ann.toast('Saved on this device').waitFor()
    await until(() => isDrawn(ann, 'Document of'), { what: 'the small picture' })
    expect(await made()).toEqual([
      ['image/jpeg', 0.95],
      ['image/jpeg', 0.8],
    ])
    await ann.online()
    await ann.toast('Document uploaded').waitFor()
    const [decoded] = await onServer(ann)
    expect(await isUpright(await picture(ann, decoded?.imageUrl ?? ''))).toBe(true)
  })

  it('S12.1, S12.3 a slow upload shows how far it is, holds nothing else back, and can be taken back', async () => {
    const bob = await atDocuments()
    const network = await bob.context.newCDPSession(bob.page)
    // It takes minutes: on any machine, however busy, the upload is still under way at the next check.
    const slow = { offline: false, latency: 50, downloadThroughput: -1, uploadThroughput: 10_000 }
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', slow)
    await upload(bob, 'large.jpg', 'Large scan')
    await bob.page.getByText(/^Uploading, [1-9]\d? %$/).waitFor()
    expect(await bob.page.getByRole('progressbar', { name: 'Upload of Large scan' }).count()).toBe(1)
    await bob.page.getByRole('link', { name: 'Medications' }).first().click()
    await bob.page.getByRole('link', { name: 'Add Medication' }).click()
    await submitMedication(bob.page, { name: 'Metformin', times: '9 pm', ongoing: true })
    await bob.saved()
    expect(await onServer(bob)).toEqual([])
    await bob.page.getByRole('link', { name: 'Documents', exact: true }).first().click()
    await bob.page.getByText(/^Uploading, [1-9]\d? %$/).waitFor()
    // The interrupted upload never arrived: there is nothing to delete.
    bob.expectComplaint(/status of 404 .*\/api\/medical-documents\//)
    await press(bob, 'Cancel upload: Large scan')
    await bob.page.getByRole('heading', { name: 'No documents yet' }).waitFor()
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
    await upload(bob, 'photo.jpg', 'Small scan')
    await bob.toast('Document uploaded').waitFor()
    expect((await onServer(bob)).map(({ documentName }) => documentName)).toEqual(['Small scan'])
  })
})
