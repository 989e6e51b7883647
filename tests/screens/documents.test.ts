import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MedicalDocument } from '#domain/records/document.ts'
import { heicOf } from '#server/testing/heic.ts'
import { phonePhoto } from '#server/testing/pictures.ts'
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

  it('one that this device cannot delete stays, and that is said', async () => {
    const hal = await atDocuments()
    await upload(hal, 'photo.jpg', 'Blood test')
    await hal.toast('Document uploaded').waitFor()
    await hal.page.evaluate(() => {
      IDBObjectStore.prototype.add = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError')
      }
    })
    await press(hal, 'Delete Blood test')
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
