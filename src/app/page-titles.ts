import { isPage, PAGES, type PagePath } from '#domain/protocol/pages.ts'

const TITLES: Record<PagePath, string> = {
  [PAGES.home]: 'Today',
  [PAGES.medications]: 'My Medications',
  [PAGES.appointments]: 'Doctor Appointments',
  [PAGES.documents]: 'Save Documents',
  [PAGES.voice]: 'Voice Interaction',
  [PAGES.prescriptions]: 'Prescriptions',
  [PAGES.reminders]: 'Upcoming Reminders',
  [PAGES.history]: 'History',
  [PAGES.insights]: 'Insights',
  [PAGES.settings]: 'More',
  [PAGES.reminderHealth]: 'Reminder health',
  [PAGES.people]: 'People',
  [PAGES.pricing]: 'Pricing',
  [PAGES.subscribe]: 'Subscribe',
  [PAGES.privacy]: 'Privacy Policy',
  [PAGES.terms]: 'Terms of Service',
  [PAGES.contact]: 'Contact',
  [PAGES.admin]: 'Admin Dashboard',
}

/** Returns the title of the browser tab for an address. */
export const titleOf = (path: string): string => `${isPage(path) ? TITLES[path] : 'Page not found'} · Dosewell`
