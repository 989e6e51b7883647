import MedicationsPage from '#src/features/medications/MedicationsPage.tsx'
import { CardSupply } from '#src/features/supply/CardSupply.tsx'
import { useSupplies } from '#src/session/supplies.ts'

/** The medications, each with what is left of it. */
export default function MedicationsScreen() {
  const supplies = useSupplies()
  return <MedicationsPage supplyOf={(medication) => <CardSupply medication={medication} supplies={supplies} />} />
}
