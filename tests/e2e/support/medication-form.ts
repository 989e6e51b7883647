import type { UiPage } from '#tests/support/ui.ts'

/** What a user types into the form. Fields left out stay as the form has them. */
export interface MedicationEntry {
  name?: string
  dosage?: string
  frequency?: string
  /** As on the screen. */
  howOften?:
    | 'Every day'
    | 'Some weekdays'
    | 'Every few days'
    | 'On and off'
    | 'Days of the month'
    | 'Every few hours'
    | 'When the last one is over'
    | 'After another medicine'
    | 'It changes week by week'
    | 'Only when needed'
  /** With 'Some weekdays': `Monday` … */
  days?: readonly string[]
  /** With 'Every few days': reached by pressing "More days" from 2. */
  everyDays?: number
  /** With 'On and off'. */
  daysOn?: string
  daysOff?: string
  /** As typed: `8:00, 2:30 pm`. */
  times?: string
  instructions?: string
  /** `YYYY-MM-DD`. */
  startDate?: string
  endDate?: string
  ongoing?: boolean
}

/** Fills in the open add or edit form. */
export async function fillMedication(page: UiPage, entry: MedicationEntry): Promise<void> {
  const form = page.getByRole('dialog')
  const type = async (label: string, text: string | undefined) => {
    if (text !== undefined) await form.getByLabel(label, { exact: true }).fill(text)
  }
  await type('Name', entry.name)
  await type('Dosage', entry.dosage)
  await type('Frequency', entry.frequency)
  if (entry.howOften) await form.getByRole('radio', { name: entry.howOften, exact: true }).check()
  for (const day of entry.days ?? []) await form.getByRole('checkbox', { name: day, exact: true }).check()
  for (let days = 2; days < (entry.everyDays ?? 2); days += 1)
    await form.getByRole('button', { name: 'More days' }).click()
  await type('Days on', entry.daysOn)
  await type('Days off', entry.daysOff)
  await type('Reminder times', entry.times)
  await type('Instructions', entry.instructions)
  await type('Start date', entry.startDate)
  await type('End date', entry.endDate)
  if (entry.ongoing !== undefined) await form.getByLabel('Ongoing medication (no end date)').setChecked(entry.ongoing)
}

/** Fills in the open form and presses its button. */
export async function submitMedication(page: UiPage, entry: MedicationEntry): Promise<void> {
  await fillMedication(page, entry)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Add Medication|Save Changes)$/ })
    .click()
}

/** Returns the values of the open form. */
export async function medicationFields(page: UiPage) {
  const form = page.getByRole('dialog')
  const value = (label: string) => form.getByLabel(label, { exact: true }).inputValue()
  return {
    name: await value('Name'),
    dosage: await value('Dosage'),
    frequency: await value('Frequency'),
    times: await value('Reminder times'),
    instructions: await value('Instructions'),
    startDate: await value('Start date'),
    endDate: await value('End date'),
    ongoing: await form.getByLabel('Ongoing medication (no end date)').isChecked(),
  }
}
