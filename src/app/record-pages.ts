import { PAGES } from '#domain/protocol/pages.ts'
import { latePage } from './late-page.tsx'

/** The pages of one person's records besides home, each loaded when it is first shown. */
export const RECORD_PAGES = [
  { path: PAGES.medications, Page: latePage(() => import('./MedicationsScreen.tsx')) },
  { path: PAGES.appointments, Page: latePage(() => import('#src/features/appointments/AppointmentsPage.tsx')) },
  { path: PAGES.reminders, Page: latePage(() => import('./RemindersScreen.tsx')) },
  { path: PAGES.history, Page: latePage(() => import('#src/features/history/HistoryPage.tsx')) },
  { path: PAGES.insights, Page: latePage(() => import('#src/features/insights/InsightsPage.tsx')) },
  { path: PAGES.emergency, Page: latePage(() => import('#src/features/emergency/EmergencyPage.tsx')) },
]
