import { CalendarCheck, History, type LucideIcon, Pill, Sun } from 'lucide-react'
import { PAGES, type PagePath } from '#domain/protocol/pages.ts'

export interface NavigationEntry {
  to: PagePath
  label: string
  icon: LucideIcon
}

/** The main places, in the header on desktops and in the bar on phones. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: PAGES.home, label: 'Today', icon: Sun },
  { to: PAGES.medications, label: 'Medications', icon: Pill },
  { to: PAGES.reminders, label: 'Reminders', icon: CalendarCheck },
  { to: PAGES.history, label: 'History', icon: History },
]
