import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { submitAppointment } from './support/appointment-form.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const LEE = {
  doctor: 'Sarah Lee',
  specialty: 'Cardiologist',
  date: '2031-12-01',
  time: '14:30',
  location: 'Royal Hospital',
  notes: 'Bring the scan',
  phone: '03 9342 7000',
}
const LEE_WORDS = 'Sarah Lee, Dec 1, 2031 at 2:30 PM'

const card = ({ page }: User, doctor: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: doctor, exact: true }) })

const press = ({ page }: User, name: string) => page.getByRole('button', { name }).click()

async function add(user: User, entry: Parameters<typeof submitAppointment>[1]): Promise<void> {
  await user.page.getByRole('link', { name: 'Add Appointment' }).click()
  await submitAppointment(user.page, entry)
}

describe('an appointment', () => {
  it('goes into a calendar file that is made without a network', async () => {
    const gus = await screens.user()
    await gus.signUp()
    await gus.workerReady()
    await gus.open('/appointments')
    await add(gus, LEE)
    await add(gus, { doctor: 'Ng', date: '2031-11-30', time: '09:00' })
    await card(gus, 'Ng').waitFor()
    await gus.offline()
    const fileFrom = async (button: string) => {
      const download = gus.page.waitForEvent('download')
      await press(gus, button)
      return readFileSync(await (await download).path(), 'utf8')
    }
    const one = await fileFrom(`Add to calendar: ${LEE_WORDS}`)
    expect(one).toContain('SUMMARY:Appointment with Sarah Lee\r\n')
    expect(one).not.toContain('Bring the scan')
    expect((await fileFrom('Add all to calendar')).match(/BEGIN:VEVENT/g)).toHaveLength(2)
  })
})
