import jsQR from 'jsqr'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { checkScreen } from './support/axe.ts'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

it('the emergency card is a code that a reader reads, on a phone after a reload without a network', async () => {
  const ann = await screens.user()
  const { page } = ann
  await ann.signUp()
  await planDay(ann, [{ name: 'Warfarin', minutes: [60] }])
  await ann.workerReady()
  await ann.open('/settings/emergency-card')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByLabel('Allergies').fill('Penicillin, Nüsse')
  await page.getByRole('button', { name: 'Add a contact' }).click()
  expect(await checkScreen(page, 'the form of the card')).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('Ben')
  await page.getByLabel('Phone').fill('+61 400 000 000')
  await page.getByRole('button', { name: 'Save' }).click()
  await ann.saved()

  await ann.offline()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  const code = page.getByRole('img', { name: 'QR code with the card as text' })
  await code.waitFor()
  expect(await checkScreen(page, 'the card')).toEqual([])
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const read = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data.split('\n')
  expect(read?.[0]).toMatch(/^EMERGENCY CARD: /)
  expect(read).toContain('Allergies: Penicillin, Nüsse')
  expect(read).toContain('Call Ben: +61 400 000 000')
  expect(read?.filter((line) => line.startsWith('- Warfarin'))).toHaveLength(1)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.locator('.printed').getByText('Penicillin, Nüsse').waitFor()
  await page.locator('.printed').getByText('+61 400 000 000').first().waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  expect(await page.getByRole('navigation').count()).toBe(0)
})
