import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { PAGES } from '#domain/protocol/pages.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { tracesOf } from '#tests/e2e/support/traces.ts'
import { until } from '#tests/support/wait.ts'
import type { UploadedFile } from './support/locator.ts'
import { on, parent } from './support/people.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const openMore = async (user: User): Promise<void> => {
  await user.open('/settings')
  await user.page.getByRole('heading', { name: 'More', exact: true }).waitFor()
}

/** Signs in on another device of the account. */
async function second(email: string): Promise<User> {
  const other = await screens.user()
  await other.signIn(email)
  return other
}

const landing = (user: User) => user.page.getByRole('link', { name: 'Login' }).waitFor()

describe('“More”', () => {
  it('leads to what the navigation has no room for, and is marked there', async () => {
    const ann = await screens.user()
    await ann.signUp()
    const places = ann.page.getByRole('navigation', { name: 'Main', exact: true })
    for (const [name, path] of [
      ['Reminders', '/reminders'],
      ['History', '/history'],
      ['Reminder health', '/settings/reminders'],
    ] as const) {
      await places.getByRole('link', { name: 'More' }).click()
      const pages = ann.page.getByRole('region', { name: 'Pages' })
      await pages
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first()
        .click()
      await ann.page.waitForURL(`**${path}`)
      expect(await places.locator('[aria-current]').allTextContents()).toEqual(['More pages'])
    }
  })

  it('the name and the time zone are saved without a connection, and reach the account with one', async () => {
    const bea = await screens.user()
    await bea.signUp()
    await openMore(bea)
    await bea.offline()
    const details = bea.page.getByRole('region', { name: 'Your details' })
    await details.getByLabel('First name').fill('Beatrix')
    await details.getByLabel('Time zone').selectOption('Europe/Lisbon')
    await details.getByRole('button', { name: 'Save' }).click()
    await bea.toast('Saved').waitFor()
    await bea.page.getByRole('banner').getByText('Beatrix').waitFor()
    await bea.online()
    await bea.saved()
    expect(await bea.user()).toMatchObject({ firstName: 'Beatrix', timeZone: 'Europe/Lisbon' })
  })
})

describe('the devices that are signed in', () => {
  it('one is signed out from another, hears it by itself, and shows nothing any more', async () => {
    const email = newAddress('carl')
    const phone = await screens.user()
    await phone.signUp(email)
    const tablet = await second(email)
    await openMore(phone)
    const devices = phone.page.getByRole('region', { name: 'Signed in on' })
    await devices.getByText('This device').waitFor()
    expect(await devices.getByRole('listitem').count()).toBe(2)
    await devices.getByRole('button', { name: /^Sign out/ }).click()
    await phone.dialog().getByRole('button', { name: 'Sign out' }).click()
    await phone.toast('is signed out').waitFor()
    expect(await devices.getByRole('listitem').count()).toBe(1)
    await landing(tablet)
  })

  it('the card says that its list is being loaded for as long as it is', async () => {
    const eva = await screens.user()
    await eva.signUp()
    const held = Promise.withResolvers<void>()
    await eva.page.route('**/api/user/sessions', async (route) => {
      await held.promise
      await route.continue()
    })
    await openMore(eva)
    const devices = eva.page.getByRole('region', { name: 'Signed in on' })
    await devices.getByText('Loading your devices').waitFor()
    held.resolve()
    await devices.getByText('This device').waitFor()
    expect(await devices.getByText('Loading your devices').count()).toBe(0)
  })

  it('without a connection the page says that the list needs one, and asks when it is back', async () => {
    const dan = await screens.user()
    await dan.signUp()
    await dan.offline()
    await openMore(dan)
    await dan.page.getByText('The list of your devices needs a connection.').waitFor()
    await dan.online()
    await dan.page.getByRole('region', { name: 'Signed in on' }).getByText('This device').waitFor()
  })
})

describe('the data of the account', () => {
  it('comes as one file, and what was not sent yet is said before', async () => {
    const fay = await screens.user()
    await fay.signUp()
    await fay.addMedication({ name: 'Metformin', times: '9 pm', ongoing: true })
    await fay.saved()
    await fay.offline()
    await fay.addMedication({ name: 'Ramipril', times: '9 pm', ongoing: true })
    await openMore(fay)
    const card = fay.page.getByRole('region', { name: 'Your data' })
    await card.getByText('1 change on this device is not sent yet').waitFor()
    await card.getByRole('button', { name: 'Download everything' }).click()
    await fay.toast('Nothing was downloaded').waitFor()

    await fay.online()
    await card.getByText('not sent yet').waitFor({ state: 'detached' })
    const [download] = await Promise.all([
      fay.page.waitForEvent('download'),
      card.getByRole('button', { name: 'Download everything' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^dosewell-\d{4}-\d\d-\d\d\.zip$/)
    const archive = unzipSync(new Uint8Array(await download.bytes()))
    const medications = strFromU8(archive['medications.json'] ?? new Uint8Array())
    expect(['Metformin', 'Ramipril'].filter((name) => !medications.includes(name))).toEqual([])

    const [forDoctors] = await Promise.all([
      fay.page.waitForEvent('download'),
      card.getByRole('button', { name: 'Download as FHIR' }).click(),
    ])
    expect(forDoctors.suggestedFilename()).toMatch(/^dosewell-fhir-\d{4}-\d\d-\d\d\.json$/)
    const bundle = JSON.parse(strFromU8(new Uint8Array(await forDoctors.bytes())))
    expect([bundle.resourceType, JSON.stringify(bundle).includes('Ramipril')]).toEqual(['Bundle', true])
  })
})

describe('importing an export', () => {
  /** Opens More, and downloads the user's export there. */
  const exportOf = async (user: User): Promise<UploadedFile> => {
    await openMore(user)
    const [download] = await Promise.all([
      user.page.waitForEvent('download'),
      user.page.getByRole('button', { name: 'Download everything' }).click(),
    ])
    const name = download.suggestedFilename()
    return { name, mimeType: 'application/zip', buffer: Buffer.from(await download.bytes()) }
  }
  const chooser = async (user: User, file: UploadedFile) => {
    const card = user.page.getByRole('region', { name: 'Your data' })
    const [chosen] = await Promise.all([
      user.page.waitForEvent('filechooser'),
      card.getByRole('button', { name: 'Import an export' }).click(),
    ])
    await chosen.setFiles(file)
    return user.dialog('Import an export')
  }

  it('says what it would add, adds it, and a second time there is nothing to add', async () => {
    const gus = await screens.user()
    const email = newAddress('gus')
    await gus.signUp(email)
    await gus.addMedication({ name: 'Metformin', times: '9 pm', ongoing: true })
    const emergency = { allergies: 'Latex', conditions: '', bloodGroup: null, contacts: [], note: '' }
    expect((await gus.call('PATCH', '/api/user/profile', { emergency })).status).toBe(200)
    await gus.saved()
    const file = await exportOf(gus)

    const ida = await screens.user()
    await ida.signUp()
    await openMore(ida)
    const dialog = await chooser(ida, file)
    await dialog.getByText(`from the account of ${email}`).waitFor()
    await dialog.getByText('1 medicine to add').waitFor()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await ida.toast('1 medicine, 1 emergency card added').waitFor()
    await ida.open('/medications')
    await ida.page.getByText('Metformin').first().waitFor()
    await ida.open(PAGES.emergency)
    await ida.page.getByText('Latex').first().waitFor()

    await openMore(ida)
    const again = await chooser(ida, file)
    await again.getByText('1 medicine already here').waitFor()
    await again.getByText('1 emergency card already here, left as it is').waitFor()
    await again.getByText('Nothing to import').waitFor()
    expect(await again.getByRole('button').allTextContents()).toEqual(['Close'])
  })

  it('takes the part of somebody who was looked after, for somebody who is looked after here', async () => {
    const { user: lea, mia } = await parent(await screens.user())
    const file = await exportOf(lea)

    const kai = await screens.user()
    await kai.signUp()
    const mine = { name: 'Emilia', timeZone: kai.timeZone }
    const { body: emilia } = await kai.call<ListedPerson>('POST', '/api/people', mine)
    await openMore(kai)
    const dialog = await chooser(kai, file)
    await dialog.getByLabel('Whose entries').selectOption(mia.id)
    await dialog.getByLabel('Import for').selectOption(emilia.id)
    await dialog.getByText('1 medicine to add').waitFor()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await kai.toast('1 medicine added').waitFor()
    const namesOf = async (call: Pick<User, 'call'>['call']) =>
      (await call<{ name: string }[]>('GET', '/api/medications')).body.map((medication) => medication.name)
    expect(await namesOf(on(kai, emilia).call)).toEqual(['Amoxicillin'])
    expect(await namesOf(kai.call.bind(kai))).toEqual([])
  })

  it('is looked at anew for each choice, one look at a time: the server refuses a second one', async () => {
    const { user: lea, mia } = await parent(await screens.user())
    const file = await exportOf(lea)
    const dialog = await chooser(lea, file)
    await dialog.getByText('Nothing to import').waitFor()

    const looks: string[] = []
    const first = Promise.withResolvers<void>()
    await lea.page.route('**/api/user/import?preview=1**', async (route) => {
      looks.push(new URL(route.request().url()).searchParams.get('from') ?? 'own')
      const response = await route.fetch()
      await first.promise
      await route.fulfill({ response })
    })
    await dialog.getByLabel('Whose entries').selectOption(mia.id)
    await until(() => looks.length > 0)
    await dialog.getByLabel('Whose entries').selectOption('')
    await dialog.getByLabel('Whose entries').selectOption(mia.id)
    expect(looks).toEqual([mia.id])
    first.resolve()
    await dialog.getByText('1 medicine to add').waitFor()
    expect(looks).toEqual([mia.id, mia.id])
  })

  it('waits for a look that goes on after its dialog was closed', async () => {
    const { user: lea } = await parent(await screens.user())
    const file = await exportOf(lea)
    const looks: string[] = []
    const first = Promise.withResolvers<void>()
    await lea.page.route('**/api/user/import?preview=1**', async (route) => {
      looks.push('begins')
      const response = await route.fetch()
      await first.promise
      looks.push('ends')
      await route.fulfill({ response })
    })
    const dialog = await chooser(lea, file)
    await until(() => looks.length > 0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const again = await chooser(lea, file)
    await again.getByText('Looking at the file').waitFor()
    // By the time this is answered, a look that does not wait has begun.
    await lea.call('GET', '/api/auth/user')
    first.resolve()
    await again.getByText('Nothing to import').waitFor()
    expect(looks).toEqual(['begins', 'ends', 'begins', 'ends'])
  })

  it('says of another file that it is none, and without a connection that it takes one', async () => {
    const jon = await screens.user()
    await jon.signUp()
    await openMore(jon)
    const photo = { name: 'holiday.zip', mimeType: 'application/zip', buffer: Buffer.from('sun') }
    const dialog = await chooser(jon, photo)
    await dialog.getByText('This file is not a zip file').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await jon.offline()
    await (await chooser(jon, photo)).getByText('This needs a connection').waitFor()
  })
})

describe('deleting the account', () => {
  it('takes the typed address, clears every device, and the address can sign up again', async () => {
    const email = newAddress('eve.gone')
    const phone = await screens.user()
    await phone.signUp(email)
    await phone.addMedication({ name: 'Secretine', times: '9 pm', ongoing: true })
    await phone.saved()
    const tablet = await second(email)
    await tablet.page.getByText('Secretine').first().waitFor()
    await openMore(phone)
    const card = phone.page.getByRole('region', { name: 'Delete your account' })
    await card.getByRole('button', { name: 'Delete account' }).click()
    const dialog = phone.dialog('Delete your account?')
    const confirm = dialog.getByRole('button', { name: 'Delete account' })
    await confirm.click()
    await dialog.getByText(`To delete your account, type ${email}.`).waitFor()
    expect((await phone.user()).email).toBe(email)

    await dialog.getByLabel(/^Type/).fill(email)
    await confirm.click()
    for (const device of [phone, tablet]) {
      await landing(device)
      // A page cannot be read while it is being left.
      const traces = () => tracesOf(device.page, ['Secretine', email]).catch(() => null)
      await until(async () => (await traces())?.length === 0, {
        what: 'a device without a trace of the account',
      })
    }

    await phone.signUp(email)
    expect(await phone.user()).toMatchObject({ subscriptionPlan: 'free', hasUsedTrial: true })
  })
})
