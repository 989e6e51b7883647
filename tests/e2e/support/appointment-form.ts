import type { UiPage } from '#tests/support/ui.ts'

/** What a user types into the form. Fields left out stay as the form has them. */
export interface AppointmentEntry {
  doctor?: string
  specialty?: string
  /** `YYYY-MM-DD`. */
  date?: string
  /** `HH:MM`. */
  time?: string
  location?: string
  notes?: string
  phone?: string
}

const LABELS: Record<keyof AppointmentEntry, string> = {
  doctor: 'Doctor name',
  specialty: 'Specialty',
  date: 'Date',
  time: 'Time',
  location: 'Location',
  notes: 'Notes',
  phone: 'Phone number',
}

/** Fills in the open form and presses its button. */
export async function submitAppointment(page: UiPage, entry: AppointmentEntry): Promise<void> {
  const form = page.getByRole('dialog')
  for (const [name, text] of Object.entries(entry))
    await form.getByLabel(LABELS[name as keyof AppointmentEntry], { exact: true }).fill(text)
  await form.getByRole('button', { name: /^(Add Appointment|Save Changes)$/ }).click()
}

/** Returns the values of the fields of the open form. */
export async function appointmentFields(page: UiPage): Promise<Record<keyof AppointmentEntry, string>> {
  const form = page.getByRole('dialog')
  const fields = Object.entries(LABELS).map(async ([name, label]) => [
    name,
    await form.getByLabel(label, { exact: true }).inputValue(),
  ])
  return Object.fromEntries(await Promise.all(fields))
}
