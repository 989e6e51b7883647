import { latePage } from './late-page.tsx'

/** The pages of one person's records, each loaded when it is first shown. */
export const MedicationsPage = latePage(() => import('./MedicationsScreen.tsx'))
export const AppointmentsPage = latePage(() => import('#src/features/appointments/AppointmentsPage.tsx'))
export const RemindersPage = latePage(() => import('./RemindersScreen.tsx'))
export const HistoryPage = latePage(() => import('#src/features/history/HistoryPage.tsx'))
export const InsightsPage = latePage(() => import('#src/features/insights/InsightsPage.tsx'))
export const EmergencyPage = latePage(() => import('#src/features/emergency/EmergencyPage.tsx'))
