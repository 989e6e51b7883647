import { expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { inspect } from './support/inspection.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

it('the simple view: turned on, opened without a network and without a glimpse of the other home, a dose is logged, undone and read aloud; large enough for every finger, and nothing is cut off with text at 200 % on 320 px', async () => {
  const { user, look, problems } = await inspect(screens)
  const { page } = user
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await user.signUp()
  await planDay(user, [
    { name: 'Hydrochlorothiazide with amlodipine', minutes: [-20], dosage: '12.5 mg / 5 mg, half a tablet' },
    { name: 'Metformin', minutes: [60] },
  ])
  await button('Taken: Hydrochlorothiazide with amlodipine').waitFor()
  await user.open('/settings')
  await page.getByRole('switch', { name: 'Simple view' }).click()
  await look('the settings with the simple view')
  await user.saved()
  await user.workerReady()
  await user.context.addInitScript(() => {
    const seen = window as unknown as { said: string[]; otherHome: boolean }
    seen.said = []
    seen.otherHome = false
    speechSynthesis.speak = ({ text }) => void seen.said.push(text)
    const watch = () => {
      const other = [...document.querySelectorAll('.home__title, .home__hello, .home__today')]
      if (other.some((element) => element.checkVisibility())) seen.otherHome = true
    }
    new MutationObserver(watch).observe(document, { childList: true, subtree: true })
  })
  await user.offline()
  await user.open('/')
  const card = page.getByRole('article', { name: 'Hydrochlorothiazide with amlodipine' })
  await card.waitFor()
  expect(await page.evaluate(() => (window as unknown as { otherHome: boolean }).otherHome)).toBe(false)
  await look('a card')

  await button('Taken: Hydrochlorothiazide').click()
  await card.getByText(/^Taken \d/).waitFor()
  await look('a card whose dose is taken')
  await button('Undo Hydrochlorothiazide').click()
  await button('Remind me later').click()
  await page.locator('h3:focus', { hasText: 'Remind me again' }).waitFor()
  await look('when to be reminded')
  await button('Cancel').click()
  await button('Read aloud').click()
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toContain(
    'Hydrochlorothiazide with amlodipine',
  )

  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await page.evaluate(tooSmallOrCut)).toEqual([])
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', ''))
  expect(await page.evaluate(tooSmallOrCut)).toEqual([])

  await button('Skip Hydrochlorothiazide').click()
  await button('Next').click()
  // That of yesterday, which nobody has answered yet, and then today's.
  await button('Skip Metformin').click()
  await button('Undo Metformin').waitFor()
  await button('Next').click()
  await page.getByText('Upcoming').waitFor()
  await button('Next').click()
  await page.getByRole('article', { name: '1 dose left today' }).waitFor()
  await look('the end of the cards')
  await button('Show everything').click()
  await look('everything, with the way back')
  await button('Back to the simple view').click()
  await page.getByRole('article').waitFor()
  await user.online()
  const kinds = await until(async () => {
    const all = (await user.dosesOnServer()).map(({ kind }) => kind)
    return all.length === 4 && all
  })
  expect(kinds).toEqual(['taken', 'undone', 'skipped', 'skipped'])
  expect(problems).toEqual([])
})

/** Runs in the page: what is smaller than a finger, or sticks out of the page. */
function tooSmallOrCut(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const all = [...document.querySelectorAll('#root :is(button, a, [role="switch"], label)')]
  const wrong = all
    .filter((element) => element.checkVisibility() && !element.classList.contains('skip'))
    .filter((element) => {
      const box = (element.closest('label') ?? element).getBoundingClientRect()
      return box.width < 44 || box.height < 44 || box.left < 0 || box.right > clientWidth + 1
    })
    .map((element) => `${element.localName} ${element.textContent}`)
  return scrollWidth > clientWidth + 1 ? [...wrong, `sideways by ${scrollWidth - clientWidth} px`] : wrong
}
