import { CalendarCheck, FileText, History, type LucideIcon, Pill, Sun } from 'lucide-react'
import { PAGES, type PagePath } from '#domain/protocol/pages.ts'

export interface NavigationEntry {
  to: PagePath
  label: string
  /** A page below it that has no entry of its own. */
  below?: PagePath
  icon: LucideIcon
}

/** The main places, in the header on desktops and in the bar on phones. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: PAGES.home, label: 'Today', icon: Sun },
  { to: PAGES.medications, label: 'Medications', icon: Pill },
  { to: PAGES.documents, label: 'Documents', icon: FileText },
  { to: PAGES.reminders, label: 'Reminders', icon: CalendarCheck, below: PAGES.reminderHealth },
  { to: PAGES.history, label: 'History', icon: History },
]

/** Marks the entry of the page one is on, for `aria-current`. */
export const currentOf = ({ to, below }: NavigationEntry, pathname: string) =>
  pathname === to ? 'page' : pathname === below ? 'true' : undefined
