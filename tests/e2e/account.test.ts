import { describe, expect, it } from 'vitest'
import { newAddress } from './support/never-used.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const openMore = async (user: User): Promise<void> => {
  await user.open('/settings')
  await user.page.getByRole('heading', { name: 'More', exact: true }).waitFor()
}

describe('importing an export', () => {
  const chooser = async (user: User, file: string) => {
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
})
