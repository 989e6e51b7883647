import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { newAddress } from './support/never-used.ts'
import { setUpScreens } from './support/screens.ts'
import { tracesOf } from './support/traces.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const openMore = async (user: User): Promise<void> => {
  await user.open('/settings')
  await user.page.getByRole('heading', { name: 'More', exact: true }).waitFor()
}

/** Signs in on another device of the account. */
async function second(email: string, expected: readonly RegExp[] = []): Promise<User> {
  const other = await screens.user({ expected })
  await other.signIn(email)
  return other
}

const landing = (user: User) => user.page.getByRole('link', { name: 'Login' }).waitFor()

describe('the data of the account', () => {
  it('comes as one file, and what was not sent yet is said before', async () => {
    const fay = await screens.user()
    await fay.signUp()
    await fay.workerReady()
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
    const archive = unzipSync(await readFile(await download.path()))
    const medications = strFromU8(archive['medications.json'] ?? new Uint8Array())
    expect(['Metformin', 'Ramipril'].filter((name) => !medications.includes(name))).toEqual([])
  })
})

describe('importing an export', () => {
  const chooser = async (user: User, file: string | { name: string; mimeType: string; buffer: Buffer }) => {
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
    await gus.saved()
    await openMore(gus)
    const [download] = await Promise.all([
      gus.page.waitForEvent('download'),
      gus.page.getByRole('button', { name: 'Download everything' }).click(),
    ])
    const file = await download.path()

    const ida = await screens.user()
    await ida.signUp()
    await openMore(ida)
    const dialog = await chooser(ida, file)
    await dialog.getByText(`from the account of ${email}`).waitFor()
    await dialog.getByText('1 medicine to add').waitFor()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await ida.toast('1 medicine added').waitFor()
    await ida.open('/medications')
    await ida.page.getByText('Metformin').first().waitFor()

    await openMore(ida)
    const again = await chooser(ida, file)
    await again.getByText('1 medicine already here').waitFor()
    await again.getByText('Nothing to import').waitFor()
    expect(await again.getByRole('button').allTextContents()).toEqual(['Close'])
  })

  it('says of another file that it is none, and without a connection that it takes one', async () => {
    const jon = await screens.user({ expected: [/status of 415/] })
    await jon.signUp()
    await jon.workerReady()
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
    const gone = [/status of 410/]
    const phone = await screens.user({ expected: gone })
    await phone.signUp(email)
    await phone.addMedication({ name: 'Secretine', times: '9 pm', ongoing: true })
    await phone.saved()
    const tablet = await second(email, gone)
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
