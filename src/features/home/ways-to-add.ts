import { type Message, msg } from '#domain/language/message.ts'
import { isPage, PAGES } from '#domain/protocol/pages.ts'

export interface Way {
  label: Message
  icon: 'voice' | 'scan' | 'type' | 'photo' | 'upload'
  /** Where it leads. */
  to: string
  /** Shown with a Premium badge, and leads to /pricing. */
  isLocked: boolean
}

export interface ActionCard {
  title: Message
  icon: 'medication' | 'appointment' | 'documents'
  ways: Way[]
}

interface PlannedWay extends Omit<Way, 'isLocked'> {
  isPremium?: true
}

interface PlannedCard extends Omit<ActionCard, 'ways'> {
  page: string
  ways: readonly PlannedWay[]
}

/** The three action cards of the specification, section 2, with their links. */
const CARDS: readonly PlannedCard[] = [
  {
    title: msg('Add Medication'),
    icon: 'medication',
    page: PAGES.medications,
    ways: [
      { label: msg('Voice Input'), icon: 'voice', to: '/voice?type=medication', isPremium: true },
      { label: msg('Scan Prescription'), icon: 'scan', to: '/prescriptions?type=medication', isPremium: true },
      { label: msg('Manual Entry'), icon: 'type', to: PAGES.medications },
    ],
  },
  {
    title: msg('Add Doctor Appointment'),
    icon: 'appointment',
    page: '/appointments',
    ways: [
      { label: msg('Voice Input'), icon: 'voice', to: '/voice?type=appointment', isPremium: true },
      { label: msg('Scan Card'), icon: 'scan', to: '/prescriptions?type=appointment', isPremium: true },
      { label: msg('Manual Entry'), icon: 'type', to: '/appointments' },
    ],
  },
  {
    title: msg('Save Documents'),
    icon: 'documents',
    page: PAGES.documents,
    ways: [
      { label: msg('Take Photo'), icon: 'photo', to: PAGES.documents },
      { label: msg('Upload File'), icon: 'upload', to: PAGES.documents },
    ],
  },
]

const leadsToPage = (to: string): boolean => isPage(to.split('?')[0] ?? to)

/**
 * Returns the action cards of the home screen. Without Premium, voice and scan lead to /pricing. A link or card whose
 * screen this version of the app does not have (domain/protocol/pages.ts) is left out, so that nothing leads to the 404
 * page.
 */
export const waysToAdd = (premium: boolean): ActionCard[] =>
  CARDS.filter(({ page }) => isPage(page)).map(({ title, icon, ways }) => ({
    title,
    icon,
    ways: ways.flatMap(({ isPremium = false, ...way }): Way[] => {
      if (isPremium && !premium) return [{ ...way, to: PAGES.pricing, isLocked: true }]
      return leadsToPage(way.to) ? [{ ...way, isLocked: false }] : []
    }),
  }))
