import MedicationsPage from '#src/features/medications/MedicationsPage.tsx'
import { CardSupply } from '#src/features/supply/CardSupply.tsx'

/** The medications, each with what is left of it. */
export default function MedicationsScreen() {
  return <MedicationsPage Supply={CardSupply} />
}
