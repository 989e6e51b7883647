import { describe, expect, it } from 'vitest'
import { tracesOf } from '#tests/e2e/support/traces.ts'
import { LABEL, paperOf } from '#tests/support/paper.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import { sharePicture } from './support/shared-picture.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const label = { name: 'label.jpg', mimeType: 'image/jpeg', buffer: await paperOf(LABEL) }

const button = ({ page }: User, name: string) => page.getByRole('button', { name, exact: true })

async function atPrescriptions(user: User): Promise<void> {
  await user.signUp()
  await user.open('/prescriptions')
  await button(user, 'Take Photo').waitFor()
}

async function choose({ page }: User): Promise<void> {
  await page.getByLabel('Choose a picture').setInputFiles(label)
  await page.getByAltText('What will be read').waitFor()
}

/** Has the device read this from every picture; null: it reads for as long as one likes. */
function readsHere({ device }: User, text: string | null): void {
  device.globals.Worker = class extends EventTarget {
    onmessage: ((event: { data: unknown }) => void) | null = null
    postMessage({ kind }: { kind?: string }) {
      if (text === null || kind !== 'picture') return
      setTimeout(() => this.onmessage?.({ data: { kind: 'read', reading: { text, confidence: 90 } } }))
    }
    terminate() {}
  }
  // A script of the app has no address here.
  device.globals.URL = class extends URL {
    constructor(address: string, base?: string) {
      super(address, URL.canParse(address, base) ? base : 'http://localhost')
    }
  }
}

/** Lets no picture be prepared until the drawing goes on. */
const holdDrawing = ({ page }: User) =>
  page.evaluateHandle(() => {
    const { toBlob } = HTMLCanvasElement.prototype
    const waiting: (() => void)[] = []
    HTMLCanvasElement.prototype.toBlob = function (...given) {
      waiting.push(() => toBlob.apply(this, given))
    }
    return {
      goOn() {
        HTMLCanvasElement.prototype.toBlob = toBlob
        for (const one of waiting) one()
      },
    }
  })

/** Counts the pictures that the page sends. */
function uploadsOf({ page }: User): { count: number } {
  const uploads = { count: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/api/prescriptions/upload')) uploads.count += 1
  })
  return uploads
}

it('a shared picture that was read on this device is done with once what it says was added', async () => {
  const dee = await screens.user()
  readsHere(dee, 'AMOXICILLIN 500mg CAPSULES\nTake ONE capsule three times a day')
  await atPrescriptions(dee)
  await sharePicture(dee.page, '018f0000-0000-7000-8000-000000000003', label.buffer)
  await dee.page.reload()
  const review = dee.dialog('Medications Found')
  const read = () => button(dee, 'Read on this device').click()
  await read()
  await review.getByRole('button', { name: 'Cancel' }).click()
  await button(dee, 'Read on this device').waitFor()
  expect(await tracesOf(dee.page, ['"isShared":true'])).not.toEqual([])
  await read()
  await review.getByLabel('Reminder times').fill('8 am, 2 pm, 8 pm')
  await review.getByRole('button', { name: 'Add 1 Medication(s)' }).click()
  await dee.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
  expect(await tracesOf(dee.page, ['"isShared":true'])).toEqual([])
})

it('a document that is given up while its picture is being prepared is not saved', async () => {
  const eli = await screens.user()
  await eli.signUp()
  await eli.open('/medical-documents')
  await button(eli, 'Upload File').waitFor()
  const drawing = await holdDrawing(eli)
  await eli.page.getByLabel('Choose a picture').setInputFiles(label)
  await button(eli, 'Upload').click()
  await button(eli, 'Cancel').click()
  await drawing.evaluate(({ goOn }) => goOn())
  await eli.page.getByLabel('Choose a picture').setInputFiles(label)
  await eli.page.getByLabel('Name').fill('Blood test')
  await button(eli, 'Upload').click()
  await eli.toast('Document uploaded').waitFor()
  const { body } = await eli.call<{ documentName: string }[]>('GET', '/api/medical-documents')
  expect(body.map(({ documentName }) => documentName)).toEqual(['Blood test'])
})

it('a document is saved, and the next one stays, that is chosen while its picture is being prepared', async () => {
  const flo = await screens.user()
  await flo.signUp()
  await flo.open('/medical-documents')
  const drawing = await holdDrawing(flo)
  const choosing = () => flo.page.getByLabel('Choose a picture').setInputFiles(label)
  await choosing()
  await flo.page.getByLabel('Name').fill('Page one')
  await button(flo, 'Upload').click()
  await choosing()
  await drawing.evaluate(({ goOn }) => goOn())
  await flo.toast('Document uploaded').waitFor()
  await flo.page.getByLabel('Name').fill('Page two')
  await button(flo, 'Upload').click()
  const names = async () =>
    (await flo.call<{ documentName: string }[]>('GET', '/api/medical-documents')).body
      .map(({ documentName }) => documentName)
      .sort()
  await until(async () => (await names()).length === 2, { what: 'both documents' })
  expect(await names()).toEqual(['Page one', 'Page two'])
})

describe('a scan that is given up', () => {
  it('while its picture is being prepared is not sent', async () => {
    const ann = await screens.user()
    await atPrescriptions(ann)
    const uploads = uploadsOf(ann)
    const drawing = await holdDrawing(ann)
    await ann.page.getByLabel('Choose a picture').setInputFiles(label)
    await button(ann, 'Upload & Process').click()
    await ann.page.getByText('Preparing the picture').first().waitFor()
    await button(ann, 'Cancel').click()
    await button(ann, 'Take Photo').waitFor()
    await drawing.evaluate(({ goOn }) => goOn())
    // What is chosen now takes its place, and as long to prepare.
    await choose(ann)
    expect(await ann.page.getByRole('progressbar').count()).toBe(0)
    expect(uploads.count).toBe(0)
    await button(ann, 'Upload & Process').click()
    await until(() => uploads.count === 1, { what: 'the upload of the picture that was chosen' })
  })

  it('by leaving the page while this device reads is not called a failure', async () => {
    const bob = await screens.user()
    const toasts = await bob.hearToasts()
    readsHere(bob, null)
    await atPrescriptions(bob)
    await choose(bob)
    await button(bob, 'Read on this device').click()
    await bob.page.getByRole('progressbar', { name: 'Reading on this device' }).waitFor()
    await bob.page.getByRole('link', { name: 'Appointments', exact: true }).click()
    await bob.page.getByRole('heading', { name: 'Doctor Appointments' }).waitFor()
    expect(toasts).toEqual([])
  })

  it('is not given up by an update: a photo that waits to be sent is work', async () => {
    const cy = await screens.user()
    cy.device.camera = label.buffer
    await atPrescriptions(cy)
    await button(cy, 'Take Photo').click()
    await cy.dialog('Take Photo').getByRole('button', { name: 'Capture' }).click()
    await cy.page.getByAltText('What will be read').waitFor()
    expect(await cy.page.locator('[data-unsaved]').count()).toBe(1)
    await button(cy, 'Cancel').click()
    await button(cy, 'Take Photo').waitFor()
    expect(await cy.page.locator('[data-unsaved]').count()).toBe(0)
  })
})
