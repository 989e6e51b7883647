import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { readPdf } from '#src/testing/pdf-text.ts'
import { until } from '#tests/support/wait.ts'
import { inspect } from './support/inspection.ts'
import { readDevice } from './support/local-data.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'
import { liveForAYear } from './support/year.ts'

const screens = setUpScreens()

describe('insights', () => {
  it('of a year: tables by keys, in a narrow window parts by keys, no barrier that axe knows, and one page for the doctor made on the device', async () => {
    const { user, look, visit, problems } = await inspect(screens)
    const { page } = user
    await user.signUp()
    await visit('/insights', 'Insights', 'insights without medicines')
    const { doses } = await liveForAYear(user)
    await user.open('/insights')
    await until(async () => (await page.evaluate(readDevice)).doses.length === doses, {
      timeout: 30_000,
      what: 'a year of doses on the device',
    })
    await page.getByRole('heading', { name: 'Atorvastatin is the one that slips' }).waitFor({ timeout: 30_000 })
    await printUnscrolled(page)
    await look('insights of a year')
    await seeTables(page)
    await look('insights with their tables')
    await seeChartTexts(page)
    await page.getByRole('button', { name: 'Summary for my doctor' }).click()
    await user.dialog('Summary for my doctor').waitFor()
    await look('the question for notes')
    expect(problems).toEqual([])
    await page.keyboard.press('Escape')

    await walkTheYear(page)
    await user.workerReady()
    await user.offline()
    await makeDoctorFile(user)
  })
})

/** The chart is on paper although nobody has scrolled down to it, and nothing that can only be pressed. */
async function printUnscrolled(page: Page): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.reload()
  await page.getByRole('heading', { name: 'Atorvastatin is the one that slips' }).waitFor({ timeout: 30_000 })
  await page.locator('.trend .recharts-bar-rectangle').nth(12).waitFor({ state: 'attached', timeout: 30_000 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.emulateMedia({ media: 'print' })
  expect(
    await page
      .locator('main')
      .getByText(/^(Summary for my doctor|By month|Show as table)/)
      .filter({ visible: true })
      .count(),
  ).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  if (size) await page.setViewportSize(size)
}

/** Opens the numbers behind every drawing by keys. */
async function seeTables(page: Page): Promise<void> {
  const summaries = page.getByText(/^Show as table/)
  expect(await summaries.count()).toBe(4)
  for (const summary of await summaries.all()) {
    await summary.focus()
    await page.keyboard.press('Enter')
  }
  const table = (name: string) => page.getByRole('table', { name })
  expect(await table('Doses taken on each day, by week').getByRole('row').count()).toBe(54)
  expect(await table('Doses taken by week').getByRole('row').count()).toBe(14)
  await page.getByRole('radio', { name: 'By month' }).check()
  expect(await table('Doses taken by month').getByRole('row').count()).toBe(13)
  expect(await table('Doses by time of day in the last four weeks').getByRole('row').count()).toBe(3)
  expect(await table('Doses taken by medication').getByRole('row').count()).toBe(3)
}

/** The chart library has colours of its own, which axe does not see: in the dark theme they cannot be read. */
async function seeChartTexts(page: Page): Promise<void> {
  await page.locator('.trend').scrollIntoViewIfNeeded()
  await page.locator('.trend svg text').first().waitFor()
  const strange = await page.locator('.trend svg text').evaluateAll((texts) => {
    const strangeOnes = texts.filter((text) => getComputedStyle(text).fill !== getComputedStyle(text).color)
    return strangeOnes.map((text) => `${text.textContent} in ${getComputedStyle(text).fill}`)
  })
  expect(strange).toEqual([])
}

/** In a narrow window the year is in parts; the keyboard stays in the part where it was. */
async function walkTheYear(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  const year = page.getByRole('region', { name: 'Your year', exact: true })
  const button = (name: string) => year.getByRole('button', { name })
  const shown = () => year.getByRole('status').textContent()
  const goOn = async (name: string) => {
    const seen: (string | null)[] = [await shown()]
    while ((await button(name).getAttribute('aria-disabled')) !== 'true') {
      await page.keyboard.press('Enter')
      await until(async () => !seen.includes(await shown()), { what: 'another part of the year' })
      seen.push(await shown())
    }
    expect(await button(name).evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await shown()).toBe(seen.at(-1))
    return seen
  }
  await button('Earlier months').focus()
  const back = await goOn('Earlier months')
  expect(back.length).toBe(3)
  await button('Later').focus()
  expect(await goOn('Later')).toEqual(back.toReversed())
  await page.setViewportSize({ width: 1280, height: 800 })
  await button('Earlier months').waitFor({ state: 'detached' })
}

async function makeDoctorFile(user: User): Promise<void> {
  const { page } = user
  await page.getByRole('button', { name: 'Summary for my doctor' }).click()
  const dialog = user.dialog('Summary for my doctor')
  await dialog.getByLabel('Notes for the doctor').fill('Двойная доза?\nMy ankles swell.')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('medication-summary.pdf')
  const { pages, lines, pictures } = await readPdf(readFileSync(await file.path()))
  expect(pages).toBe(1)
  const text = lines.join('\n')
  expect(text).toMatch(/^Perindopril 5 mg 8:00 AM 2\d of 2\d \(100%\)$/m)
  expect(text).toMatch(/^Atorvastatin 40 mg 9:30 PM 1\d of 2\d \(\d\d%\)$/m)
  expect(lines).toContain('My ankles swell.')
  // Text that the typeface has no letters for is drawn as a picture, and the dialog says so.
  expect(pictures).toBe(1)
  await dialog.getByText(/drawn as pictures.*Двойная доза\?$/).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}
