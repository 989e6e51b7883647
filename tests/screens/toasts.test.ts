import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorBody } from '#domain/protocol/errors.ts'
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#domain/protocol/headers.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import { phonePhoto } from '#server/testing/pictures.ts'
import { submitAppointment } from '#tests/e2e/support/appointment-form.ts'
import { submitMedication } from '#tests/e2e/support/medication-form.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { fromDocumentMenu } from '#tests/support/document-menu.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

interface Failure {
  method: 'POST' | 'PATCH' | 'DELETE'
  status: number
  /** A message from the server with its code, or the text of something in between. */
  says: { code: ErrorCode; error: string } | string
}

/** Makes writes of that kind fail like that, until the returned function is called. */
async function failing(user: User, { method, status, says }: Failure): Promise<() => Promise<void>> {
  const isWrite = /\/api\/(medications|appointments|medical-documents|batch|user\/verify-age)/
  await user.page.route(isWrite, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const isText = typeof says === 'string'
    await route.fulfill({
      status,
      headers: {
        'content-type': isText ? 'text/plain' : 'application/json',
        [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
      },
      body: isText ? says : JSON.stringify(errorBody(says.code, says.error)),
    })
  })
  return () => user.page.unroute(isWrite)
}

const FAULT = { code: 'internal', error: 'Something went wrong on our side. Please try again.' } as const
const TWICE = { code: 'duplicate', error: 'You already have Ramipril in your medications' } as const

const add = (name: string) => async (user: User) => {
  await user.open('/medications?add=1')
  await submitMedication(user.page, { name, dosage: '5 mg', times: '9 pm', ongoing: true })
}
const edit = async (user: User) => {
  const [amlodipine] = await user.medicationsOnServer()
  await user.open(`/medications?edit=${amlodipine?.id}`)
  await submitMedication(user.page, { dosage: '10 mg' })
}
const remove = async (user: User) => {
  await user.open('/medications')
  await user.page.getByRole('button', { name: 'Delete Amlodipine' }).click()
  await user.dialog('Delete Medication?').getByRole('button', { name: 'Delete' }).click()
}

const uploadDocument = async ({ page }: User, name: string) => {
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
}
const deleteDocument = async (user: User, name: string) => {
  await fromDocumentMenu(user, 'Delete', name)
  await user.dialog('Delete Document?').getByRole('button', { name: 'Delete' }).click()
}

describe('a write that the server answers with a failure (specification, sections 7 and 8)', () => {
  it.each<[string, (user: User) => Promise<void>, Failure, title: string, description: string]>([
    ['adding', add('Ramipril'), { method: 'POST', status: 500, says: FAULT }, 'Error', FAULT.error],
    ['adding', add('Ramipril'), { method: 'POST', status: 503, says: 'Out' }, 'Error', '503: Out'],
    ['editing', edit, { method: 'PATCH', status: 500, says: FAULT }, 'Error', FAULT.error],
    ['deleting', remove, { method: 'DELETE', status: 503, says: '' }, 'Error', '503: Service Unavailable'],
  ])(
    '%s: destructive, in its own words, and what was entered goes out later',
    async (_what, act, failure, title, description) => {
      const ann = await screens.user()
      await ann.signUp()
      await ann.addMedication({ name: 'Amlodipine', dosage: '5 mg', times: '8 am', ongoing: true })
      await ann.saved()
      const heal = await failing(ann, failure)
      await act(ann)
      const toast = ann.toast(description)
      await toast.getByText(title, { exact: true }).waitFor()
      expect(await toast.getAttribute('data-tone')).toBe('destructive')
      expect((await ann.outbox()).waiting).toBe(1)
      await heal()
      await ann.page.reload()
      await ann.saved()
      const there = (await ann.medicationsOnServer()).map(({ name, dosage }) => `${name} ${dosage}`)
      if (act === remove) expect(there).toEqual([])
      else expect(there).toContain(act === edit ? 'Amlodipine 10 mg' : 'Ramipril 5 mg')
    },
  )

  it('an appointment: added, edited, completed and deleted go out later too, each with the title of its failure', async () => {
    const cy = await screens.user()
    await cy.signUp()
    const { page } = cy
    const onServer = async () => (await cy.call<Appointment[]>('GET', '/api/appointments')).body
    const LEE = { doctor: 'Sarah Lee', date: '2031-12-01', time: '14:30' }
    const fails = async (failure: Failure, title: string, words: string, act: () => Promise<void>) => {
      const heal = await failing(cy, failure)
      await act()
      const toast = cy.toast(words)
      await toast.getByText(title, { exact: true }).waitFor()
      expect(await toast.getAttribute('data-tone')).toBe('destructive')
      expect((await cy.outbox()).waiting).toBe(1)
      await heal()
      await page.reload()
      await cy.saved()
    }

    await cy.open('/appointments?add=1')
    const add = () => submitAppointment(page, LEE)
    await fails({ method: 'POST', status: 500, says: FAULT }, 'Failed to add appointment', FAULT.error, add)
    const [lee] = await onServer()
    expect(lee?.doctorName).toBe('Sarah Lee')

    await cy.open(`/appointments?edit=${lee?.id}`)
    const edit = () => submitAppointment(page, { time: '08:15' })
    await fails({ method: 'PATCH', status: 503, says: 'Out' }, 'Failed to update appointment', '503: Out', edit)
    expect((await onServer())[0]?.appointmentTime).toBe('08:15')

    const complete = () => page.getByRole('button', { name: /^Mark as Complete/ }).click()
    await fails({ method: 'PATCH', status: 500, says: FAULT }, 'Failed to update appointment', FAULT.error, complete)
    expect((await onServer())[0]?.isCompleted).toBe(true)

    const remove = async () => {
      await page.getByRole('button', { name: /^Delete: Sarah Lee/ }).click()
      await cy.dialog('Delete Appointment?').getByRole('button', { name: 'Delete' }).click()
    }
    await fails(
      { method: 'DELETE', status: 503, says: '' },
      'Failed to delete appointment',
      '503: Service Unavailable',
      remove,
    )
    expect(await onServer()).toEqual([])
  })

  it('a document: uploaded, renamed and deleted go out later too, each with the title of its failure', async () => {
    const dee = await screens.user()
    await dee.signUp()
    const { page } = dee
    const names = async () =>
      (await dee.call<MedicalDocument[]>('GET', '/api/medical-documents')).body.map((one) => one.documentName)
    const fails = async (
      [method, says]: [Failure['method'], Failure['says']],
      title: string,
      words: string,
      act: () => Promise<void>,
    ) => {
      const heal = await failing(dee, { method, status: typeof says === 'string' ? 503 : 500, says })
      await act()
      const toast = dee.toast(words)
      await toast.getByText(title, { exact: true }).waitFor()
      expect(await toast.getAttribute('data-tone')).toBe('destructive')
      expect(await toast.getByRole('button', { name: 'Edit' }).count()).toBe(0)
      await heal()
      await page.reload()
    }
    const holds = (...wanted: string[]) =>
      until(async () => (await names()).join() === wanted.join(), {
        timeout: 45_000,
        what: `the documents ${wanted}`,
      })

    await dee.open('/medical-documents')
    await fails(['POST', FAULT], 'Upload failed', FAULT.error, () => uploadDocument(dee, 'Blood test'))
    await holds('Blood test')

    await fails(['PATCH', 'Out'], 'Update failed', '503: Out', async () => {
      await fromDocumentMenu(dee, 'Edit', 'Blood test')
      const form = dee.dialog('Edit Document')
      await form.getByLabel('Name').fill('Blood')
      await form.getByRole('button', { name: 'Save Changes' }).click()
    })
    await holds('Blood')

    await fails(['DELETE', ''], 'Delete failed', '503: Service Unavailable', () => deleteDocument(dee, 'Blood'))
    await holds()
  })

  it('a document that is refused: the upload leads to what was typed, the deletion is undone', async () => {
    const gil = await screens.user()
    await gil.signUp()
    const { page } = gil
    const FULL = { code: 'invalid', error: 'Your account is full.' } as const
    const NOT_NOW = { code: 'invalid', error: 'It is needed here.' } as const
    await gil.open('/medical-documents')
    const heal = await failing(gil, { method: 'POST', status: 422, says: FULL })
    await uploadDocument(gil, 'Blood test')
    const toast = gil.toast(FULL.error)
    await toast.getByText('Upload failed', { exact: true }).waitFor()
    await toast.getByRole('button', { name: 'Edit' }).click()
    const panel = gil.dialog('Needs attention')
    await heal()
    await panel.getByRole('button', { name: /^Edit.*Blood test/ }).click()
    const form = gil.dialog('Edit Document')
    expect(await form.getByLabel('Name').inputValue()).toBe('Blood test')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await gil.toast('Document uploaded').waitFor()
    await gil.open('/medical-documents')

    await failing(gil, { method: 'DELETE', status: 400, says: NOT_NOW })
    await deleteDocument(gil, 'Blood test')
    const failed = gil.toast(NOT_NOW.error)
    await failed.getByText('Delete failed', { exact: true }).waitFor()
    expect(await failed.getAttribute('data-tone')).toBe('destructive')
    await page.getByRole('heading', { name: 'Blood test was not deleted' }).waitFor()
    await page.getByRole('button', { name: 'More for Blood test' }).waitFor()
  })

  it('a refusal is undone and leads to everything that was typed', async () => {
    const bob = await screens.user()
    await bob.signUp()
    await failing(bob, { method: 'POST', status: 409, says: TWICE })
    await add('Ramipril')(bob)
    const toast = bob.toast(TWICE.error)
    await toast.getByText('Duplicate Medication', { exact: true }).waitFor()
    expect(await toast.getAttribute('data-tone')).toBe('destructive')
    await toast.getByRole('button', { name: 'Edit' }).click()
    await bob.dialog('Needs attention').getByRole('link', { name: /^Edit/ }).click()
    const form = bob.dialog('Add Medication')
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Ramipril')
    expect(await form.getByLabel('Dosage').inputValue()).toBe('5 mg')
    expect(await form.getByLabel('Reminder times').inputValue()).toBe('9:00 PM')
  })
})

describe('an age that the server does not take', () => {
  it('is said, destructive, and the date stays to be sent again', async () => {
    const eve = await screens.user()
    await eve.open('/api/login')
    await eve.enterCode(newAddress('eve'))
    // A route that is set during a navigation may miss requests of the new page.
    await eve.page.getByLabel('Date of birth').waitFor()
    const heal = await failing(eve, { method: 'POST', status: 503, says: 'Out of order' })
    await eve.page.getByLabel('Date of birth').fill('1980-05-17')
    await eve.page.getByRole('button', { name: 'Continue' }).click()
    const toast = eve.page.locator('.toast[data-tone=destructive]').filter({ hasText: 'Verification Failed' })
    // It is shown for five seconds: on a busy machine the press may take longer than that to be confirmed.
    await Promise.all([
      toast.getByText('503: Out of order').waitFor(),
      eve.page.getByRole('button', { name: 'Yes, that’s me' }).click(),
    ])
    expect(await eve.page.getByLabel('Date of birth').inputValue()).toBe('1980-05-17')
    await heal()
    await eve.page.getByRole('button', { name: 'Continue' }).click()
    await eve.page.getByRole('button', { name: 'Yes, that’s me' }).click()
    await eve.toast('Age Verified').waitFor()
  })
})
