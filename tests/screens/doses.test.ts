import { describe, expect, it } from 'vitest'
import { formatTime12, type LocalTime } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { planDay, plannedTime } from '#tests/e2e/support/day.ts'
import { dateIn, timeIn } from '#tests/e2e/support/zones.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const button = (user: User, name: string | RegExp) => user.page.getByRole('button', { name })

const words = (time: string) => formatTime12(time as LocalTime)

/** Returns what the server's log says, in order: `taken Metformin`. */
async function logOf(user: User): Promise<string[]> {
  await user.saved()
  return (await user.dosesOnServer()).map(({ kind, snapshot }) => `${kind} ${snapshot.name}`)
}

async function lastDose(user: User): Promise<DoseEvent | undefined> {
  await user.saved()
  return (await user.dosesOnServer()).at(-1)
}

async function withDay(medications: Parameters<typeof planDay>[1]): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  await planDay(user, medications)
  return user
}

describe('a dose that is due', () => {
  it('is taken with one press, and Undo brings it back', async () => {
    const ann = await withDay([{ name: 'Metformin', minutes: [-2] }])
    await button(ann, 'Taken: Metformin').click()
    const toast = ann.toast(/^Metformin taken at \d/)
    await ann.page.getByText(/^Taken \d+:\d\d [AP]M$/).waitFor()
    expect(await button(ann, 'Taken: Metformin').count()).toBe(0)
    expect(await logOf(ann)).toEqual(['taken Metformin'])

    await toast.getByRole('button', { name: 'Undo' }).click()
    await ann.toast('Undone').getByText('The reminder is back as it was.').waitFor()
    await button(ann, 'Taken: Metformin').waitFor()
    expect(await logOf(ann)).toEqual(['taken Metformin', 'undone Metformin'])
  })

  it('is skipped with a note from its sheet, and the note is on the day', async () => {
    const bob = await withDay([{ name: 'Ramipril', minutes: [-2], dosage: '5 mg' }])
    await bob.page.getByRole('link', { name: /^Ramipril/ }).click()
    const sheet = bob.dialog('Ramipril')
    await sheet.getByLabel(/^Note/).fill('Felt dizzy')
    await sheet.getByRole('button', { name: 'Skip' }).click()
    await bob.toast('Ramipril skipped').waitFor()
    await bob.page.getByText('Ramipril. “Felt dizzy”').waitFor()
    expect(await lastDose(bob)).toMatchObject({ kind: 'skipped', note: 'Felt dizzy', amount: null })
  })

  it('rests for as long as was chosen, then stays to be taken', async () => {
    const cara = await withDay([{ name: 'Warfarin', minutes: [-1] }])
    await button(cara, 'Snooze Warfarin').click()
    await cara.page.getByRole('menuitem', { name: '30 minutes' }).click()
    await cara.toast(/^Warfarin snoozed to \d/).waitFor()
    await cara.page.getByText(/^Snoozed to \d+:\d\d [AP]M$/).waitFor()
    const event = await lastDose(cara)
    expect(event?.kind).toBe('snoozed')
    expect(Date.parse(event?.until ?? '') - Date.parse(event?.loggedAt ?? '')).toBe(30 * 60_000)
    await button(cara, 'Taken: Warfarin').click()
    await cara.toast(/^Warfarin taken at \d/).waitFor()
    expect(await logOf(cara)).toEqual(['snoozed Warfarin', 'taken Warfarin'])
  })

  it('R5.9 rests until the app is opened, and is due again then', async () => {
    const finn = await withDay([{ name: 'Digoxin', minutes: [-1] }])
    await button(finn, 'Snooze Digoxin').click()
    await finn.page.getByRole('menuitem', { name: 'When I open the app' }).click()
    await finn.toast('Digoxin snoozed until you open the app').waitFor()
    await finn.page.getByText('Snoozed until you open the app', { exact: true }).waitFor()
    expect(await logOf(finn)).toEqual(['snoozed Digoxin'])
    await finn.page.reload()
    await button(finn, 'Snooze Digoxin').waitFor()
    expect(await logOf(finn)).toEqual(['snoozed Digoxin', 'undone Digoxin', 'snoozed Digoxin'])
  })

  it('is settled with all others of its time by "Taken (n)", and only with those', async () => {
    const dan = await withDay([
      { name: 'Amlodipine', minutes: [-3] },
      { name: 'Lisinopril', minutes: [-3] },
      { name: 'Metformin', minutes: [-3] },
      { name: 'Vitamin D', minutes: [-6] },
    ])
    await button(dan, 'Metformin: taken').click()
    await dan.toast(/^Metformin taken at/).waitFor()
    await button(dan, `Taken (2): the ${await plannedTime(dan, 'Metformin')} doses`).click()
    await dan.toast(/^2 doses taken at/).waitFor()
    await button(dan, 'Taken: Vitamin D').waitFor()
    const log = await logOf(dan)
    expect(log[0]).toBe('taken Metformin')
    expect(log.slice(1).sort()).toEqual(['taken Amlodipine', 'taken Lisinopril'])

    await dan
      .toast(/^2 doses/)
      .getByRole('button', { name: 'Undo' })
      .click()
    await button(dan, /^Taken \(2\)/).waitFor()
    expect((await logOf(dan)).filter((line) => line.startsWith('undone'))).toHaveLength(2)
  })

  it('is logged at another time with an amount and a note; a time that is still to come is refused', async () => {
    const eve = await withDay([{ name: 'Prednisone', minutes: [-40], dosage: '2 tablets' }])
    await eve.page.getByRole('link', { name: /^Prednisone/ }).click()
    const sheet = eve.dialog('Prednisone')
    await sheet.getByRole('radio', { name: 'Another time' }).check()
    const later = timeIn(eve.timeZone, 30)
    await sheet.getByLabel('Time taken').fill(later)
    await sheet.getByText(`${words(later)} is still to come. Enter a time that has passed.`).waitFor()

    const taken = timeIn(eve.timeZone, -25)
    await sheet.getByLabel('Time taken').fill(taken)
    await sheet.getByRole('button', { name: 'More' }).click()
    await sheet.getByText('2½ tablets').waitFor()
    await sheet.getByLabel(/^Note/).fill('After lunch')
    await sheet.getByRole('button', { name: `Taken at ${words(taken)}` }).click()
    await eve.toast(`Prednisone taken at ${words(taken)}`).waitFor()
    const event = await lastDose(eve)
    expect(event).toMatchObject({ kind: 'taken', amount: 2.5, unit: 'tablet', note: 'After lunch' })
    expect(timeIn(eve.timeZone, 0, Date.parse(event?.at ?? ''))).toBe(taken)
  })
})

describe('a dose only when needed', () => {
  it('is logged from home; another one within the hour asks first and names when the last was', async () => {
    const finn = await screens.user()
    await finn.signUp()
    await finn.addMedication({
      name: 'Ibuprofen',
      dosage: '400 mg',
      howOften: 'Only when needed',
      ongoing: true,
    })
    const log = () => finn.page.getByRole('link', { name: 'Log a dose of Ibuprofen' }).click()
    const sheet = finn.dialog('Ibuprofen')
    const press = () => sheet.getByRole('button', { name: /^Taken at/ }).click()

    await log()
    await press()
    await finn.toast(/^Ibuprofen taken at/).waitFor()
    // While it is closing, the sheet shows this text too.
    await sheet.waitFor({ state: 'detached' })
    await finn.page.getByText('last taken just now').waitFor()

    await log()
    await press()
    const question = finn.dialog('Log another dose?')
    await question.getByText(/^Ibuprofen was logged as taken at \d+:\d\d [AP]M on this computer, just now\.$/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await logOf(finn)).toEqual(['taken Ibuprofen'])
    await press()
    await question.getByRole('button', { name: 'Log another dose' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await logOf(finn)).toEqual(['taken Ibuprofen', 'taken Ibuprofen'])
  })
})

describe('the history', () => {
  it('shows the day and corrects it with new entries: another time, then taken back', async () => {
    const gus = await withDay([{ name: 'Sertraline', minutes: [-50], dosage: '50 mg' }])
    await button(gus, 'Taken: Sertraline').click()
    await gus.toast(/^Sertraline taken/).waitFor()
    await gus.page.getByRole('link', { name: 'More' }).first().click()
    await gus.page
      .getByRole('link', { name: /^History/ })
      .first()
      .click()
    const row = gus.page.getByRole('listitem').getByRole('link', { name: /Sertraline/ })
    await row.getByText('Taken', { exact: true }).waitFor()

    await row.click()
    const sheet = gus.dialog('Sertraline')
    await sheet.getByText('What happened').waitFor()
    await sheet.getByRole('button', { name: 'Change' }).click()
    const earlier = timeIn(gus.timeZone, -45)
    await sheet.getByLabel('Time taken').fill(earlier)
    await sheet.getByRole('button', { name: `Taken at ${words(earlier)}` }).click()
    await row.getByText(`Taken ${words(earlier)} on this computer`).waitFor()
    expect(await logOf(gus)).toEqual(['taken Sertraline', 'undone Sertraline', 'taken Sertraline'])

    await row.click()
    await sheet.locator('.dialog__foot').getByRole('button', { name: 'Undo' }).click()
    await row.getByText('Late', { exact: true }).waitFor()
    await until(async () => (await logOf(gus)).length === 4)
    const [, , correction, undo] = await gus.dosesOnServer()
    expect(undo).toMatchObject({ kind: 'undone', undoes: correction?.id })
  })

  it('changes the note of a dose that was taken the day after, and nothing else', async () => {
    // Planned daily for five and a half hours from now: yesterday's is still open.
    const ida = await withDay([{ name: 'Quetiapine', minutes: [330], dosage: '500 mg' }])
    await ida.page
      .getByRole('link', { name: /^Quetiapine/ })
      .first()
      .click()
    const sheet = ida.dialog('Quetiapine')
    await sheet.getByText(/^Yesterday, /).waitFor()
    await sheet.getByRole('radio', { name: 'Just now' }).check()
    await sheet.getByRole('button', { name: 'More' }).click()
    await sheet.getByRole('button', { name: /^Taken at/ }).click()
    await ida.toast(/^Quetiapine taken at/).waitFor()
    await sheet.waitFor({ state: 'detached' })
    const logged = await lastDose(ida)
    expect(logged).toMatchObject({ amount: 2, unit: 'dose' })

    await ida.open(`/history?day=${dateIn(ida.timeZone, -1)}`)
    await ida.page
      .getByRole('listitem')
      .getByRole('link', { name: /Quetiapine/ })
      .click()
    await sheet.getByRole('button', { name: 'Change' }).click()
    await sheet.getByLabel(/^Note/).fill('Fell asleep before')
    await sheet.getByRole('button', { name: /^Taken at .*, \w+ \d+$/ }).click()
    await sheet.waitFor({ state: 'detached' })
    await until(async () => (await logOf(ida)).length === 3)
    expect(await lastDose(ida)).toMatchObject({
      kind: 'taken',
      at: logged?.at,
      amount: 2,
      unit: 'dose',
      note: 'Fell asleep before',
    })
  })

  it('counts a dose beside the plan, and takes it back there', async () => {
    const hal = await screens.user()
    await hal.signUp()
    await hal.addMedication({ name: 'Salbutamol', howOften: 'Only when needed', ongoing: true })
    await hal.page.getByRole('link', { name: 'Log a dose of Salbutamol' }).click()
    await hal
      .dialog('Salbutamol')
      .getByRole('button', { name: /^Taken at/ })
      .click()
    await hal.toast(/^Salbutamol taken/).waitFor()
    await hal.open('/history')
    await hal.page.getByText('Not planned').waitFor()
    await button(hal, 'Undo Salbutamol').click()
    await hal.page.getByText('No doses on this day').waitFor()
    expect(await logOf(hal)).toEqual(['taken Salbutamol', 'undone Salbutamol'])
  })

  it('takes a dose of a past day that no plan knew of', async () => {
    const joy = await screens.user()
    await joy.signUp()
    await joy.addMedication({ name: 'Salbutamol', howOften: 'Only when needed', ongoing: true })
    const yesterday = dateIn(joy.timeZone, -1)
    await joy.open(`/history?day=${yesterday}`)
    await joy.page.getByRole('button', { name: /^Add a dose taken on/ }).click()
    await joy.page.getByRole('menuitem', { name: 'Salbutamol' }).click()
    const sheet = joy.dialog('Salbutamol')
    await sheet.getByText('Yesterday: when did you take it?').waitFor()
    await sheet.getByRole('button', { name: 'Taken', exact: true }).click()
    await sheet.locator('input[type=time][aria-invalid=true]').waitFor()
    await sheet.getByLabel('Time taken').fill('07:10')
    await sheet.getByRole('button', { name: /^Taken at .*7:10 AM/ }).click()
    await joy.page.getByText('Not planned').waitFor()
    await joy.page.getByText('7:10 AM', { exact: true }).waitFor()
    expect(await logOf(joy)).toEqual(['taken Salbutamol'])
  })
})
