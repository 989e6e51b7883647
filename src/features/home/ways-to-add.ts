import { isPage, PAGES } from '#domain/protocol/pages.ts'

export interface Way {
  label: string
  icon: 'voice' | 'scan' | 'type' | 'photo' | 'upload'
  /** Where it leads. */
  to: string
  /** Shown with a Premium badge, and leads to /pricing. */
  isLocked: boolean
}

export interface ActionCard {
  title: 'Add Medication' | 'Add Doctor Appointment' | 'Save Documents'
  ways: Way[]
}

interface PlannedWay extends Omit<Way, 'isLocked'> {
  isPremium?: true
}

/** The three action cards of the specification, section 2, with their links. */
const CARDS: readonly { title: ActionCard['title']; page: string; ways: readonly PlannedWay[] }[] = [
  {
    title: 'Add Medication',
    page: PAGES.medications,
    ways: [
      { label: 'Voice Input', icon: 'voice', to: '/voice?type=medication', isPremium: true },
      { label: 'Scan Prescription', icon: 'scan', to: '/prescriptions?type=medication', isPremium: true },
      { label: 'Manual Entry', icon: 'type', to: PAGES.medications },
    ],
  },
  {
    title: 'Add Doctor Appointment',
    page: '/appointments',
    ways: [
      { label: 'Voice Input', icon: 'voice', to: '/voice?type=appointment', isPremium: true },
      { label: 'Scan Card', icon: 'scan', to: '/prescriptions?type=appointment', isPremium: true },
      { label: 'Manual Entry', icon: 'type', to: '/appointments' },
    ],
  },
  {
    title: 'Save Documents',
    page: PAGES.documents,
    ways: [
      { label: 'Take Photo', icon: 'photo', to: PAGES.documents },
      { label: 'Upload File', icon: 'upload', to: PAGES.documents },
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
  CARDS.filter(({ page }) => isPage(page)).map(({ title, ways }) => ({
    title,
    ways: ways.flatMap(({ isPremium = false, ...way }): Way[] => {
      if (isPremium && !premium) return [{ ...way, to: PAGES.pricing, isLocked: true }]
      return leadsToPage(way.to) ? [{ ...way, isLocked: false }] : []
    }),
  }))
