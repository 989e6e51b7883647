import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { isPage, PAGES, type PagePath } from '#domain/protocol/pages.ts'

const TITLES: Record<PagePath, Message> = {
  [PAGES.home]: msg('Today'),
  [PAGES.medications]: msg('My Medications'),
  [PAGES.appointments]: msg('Doctor Appointments'),
  [PAGES.documents]: msg('Save Documents'),
  [PAGES.voice]: msg('Voice Interaction'),
  [PAGES.prescriptions]: msg('Prescriptions'),
  [PAGES.reminders]: msg('Upcoming Reminders'),
  [PAGES.history]: msg('History'),
  [PAGES.insights]: msg('Insights'),
  [PAGES.settings]: msg('More'),
  [PAGES.reminderHealth]: msg('Reminder health'),
  [PAGES.people]: msg('People'),
  [PAGES.emergency]: msg('Emergency card'),
  [PAGES.programs]: msg('Connected programs'),
  [PAGES.pricing]: msg('Pricing'),
  [PAGES.subscribe]: msg('Subscribe'),
  [PAGES.privacy]: msg('Privacy Policy'),
  [PAGES.terms]: msg('Terms of Service'),
  [PAGES.contact]: msg('Contact'),
  [PAGES.admin]: msg('Admin Dashboard'),
}

/** Returns what the page at an address is called. */
export const pageName = (path: string): string => (isPage(path) ? t(TITLES[path]) : t('Page not found'))

/** Returns the title of the browser tab for an address. */
export const titleOf = (path: string): string => `${pageName(path)} · Dosewell`
