import { expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { addAppointment } from './support/appointments.ts'
import { planDay } from './support/day.ts'
import { inspect } from './support/inspection.ts'
import { newAddress } from './support/never-used.ts'
import { MARKS, pseudoCatalogue, textsOutside } from './support/pseudo-catalogue.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** The pages of the app, whatever their headings are called. */
const PATHS = [
  '/',
  '/medications',
  '/appointments',
  '/medical-documents',
  '/reminders',
  '/history',
  '/insights',
  '/settings',
  '/settings/reminders',
  '/people',
  '/voice',
  '/prescriptions',
  '/pricing',
  '/contact',
]

/** What is nobody's text: what was typed, how German writes dates and times, names. */
const NO_MESSAGE =
  /^(Amlodipine|Bisoprolol|5 mg|2\.5 mg|Dr\. Ivy Lee|Dosewell|Ada|[\w.+-]+@[\w.-]+|Chrom\w+.*|[\p{L}]+\/[\p{L}_/ ]+|UTC|\p{P}*|(\d{1,2}\. )?\p{Lu}\p{Ll}+\.?( \d{4})?|\p{Lu}\p{Ll}+, \d{1,2}\. \p{Lu}\p{Ll}+\.?)$/u

async function livedIn(user: User): Promise<void> {
  await user.signUp()
  await planDay(user, [
    { name: 'Amlodipine', minutes: [-90, 120], dosage: '5 mg' },
    { name: 'Bisoprolol', minutes: [-2], dosage: '2.5 mg' },
  ])
  await addAppointment(user, { doctorName: 'Dr. Ivy Lee' }, 180)
  await user.saved()
}

const speak = (user: User, tag: string) => user.context.addInitScript((to) => localStorage.setItem('language', to), tag)

it('every text of a screen is of the catalogue, and one 40 % longer breaks nothing', async () => {
  const { user, visit, problems } = await inspect(screens)
  await livedIn(user)
  const catalogue = pseudoCatalogue()
  await user.context.route('**/locales/de.*.json*', (route) => route.fulfill({ json: catalogue }))
  await speak(user, 'de')
  const outside: string[] = []
  for (const path of PATHS) {
    await visit(path, /./)
    const texts = await user.page.evaluate(textsOutside, MARKS)
    outside.push(...texts.filter((text) => !NO_MESSAGE.test(text)).map((text) => `${path}: ${text}`))
  }
  expect(outside).toEqual([])
  expect(problems).toEqual([])
})

it('a language chosen on /settings is spoken by every device of the account, from right to left and offline', async () => {
  const { user, visit, problems } = await inspect(screens)
  const email = newAddress('layla')
  await user.signUp(email)
  await user.addMedication({ name: 'Amlodipine', times: '8:00 am', ongoing: true })
  await user.workerReady()
  await user.open('/settings')
  await user.page.getByLabel('Language').selectOption('ar')
  const page = (one: User) =>
    one.page.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dir}`)
  await until(async () => (await page(user)) === 'ar rtl')
  await until(async () => (await user.user()).language === 'ar')

  for (const path of PATHS) await visit(path, /\p{Script=Arabic}/u)
  expect(problems).toEqual([])

  await user.offline()
  await user.page.reload()
  await user.page
    .getByRole('heading', { name: /\p{Script=Arabic}/u })
    .first()
    .waitFor()
  await user.online()

  const phone = await screens.user()
  await phone.signIn(email)
  await until(async () => (await page(phone)) === 'ar rtl', { timeout: 20_000 })
  await phone.page
    .getByRole('heading', { name: /\p{Script=Arabic}/u })
    .first()
    .waitFor()
})
