import { Ellipsis, FileText, type LucideIcon, Pill, Stethoscope, Sun } from 'lucide-react'
import { type Message, msg } from '#domain/language/message.ts'
import { PAGES, type PagePath } from '#domain/protocol/pages.ts'

export interface NavigationEntry {
  to: PagePath
  label: Message
  /** Appended, for screen readers and lists of links, to a label that says too little on its own (WCAG 2.4.9). */
  unseen?: Message
  /** Pages below it that have no entry of their own. */
  below?: readonly PagePath[]
  icon: LucideIcon
}

/** The main places, in the header on desktops and in the bar on phones. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: PAGES.home, label: msg('Today'), icon: Sun },
  { to: PAGES.medications, label: msg('Medications'), icon: Pill },
  { to: PAGES.appointments, label: msg('Appointments'), icon: Stethoscope },
  { to: PAGES.documents, label: msg('Documents'), icon: FileText },
  {
    to: PAGES.settings,
    label: msg('More'),
    unseen: msg('pages', 'said after More'),
    icon: Ellipsis,
    below: [
      ...[PAGES.reminders, PAGES.history, PAGES.insights, PAGES.reminderHealth],
      ...[PAGES.people, PAGES.emergency, PAGES.programs],
    ],
  },
]

/** Returns the `aria-current` value that marks the current page's entry. */
export const currentOf = ({ to, below }: NavigationEntry, pathname: string) =>
  pathname === to ? 'page' : below?.some((page) => page === pathname) ? 'true' : undefined
