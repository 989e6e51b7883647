import { useSearchParams } from 'react-router-dom'
import { TRIP_PARAM } from '#domain/protocol/pages.ts'
import MedicationsPage from '#src/features/medications/MedicationsPage.tsx'
import { CardSupply } from '#src/features/supply/CardSupply.tsx'
import { useSupplies } from '#src/session/supplies.ts'
import { latePage } from './late-page.tsx'

const TripPage = latePage(() => import('#src/features/supply/TripPage.tsx'))

/** The medications, each with what is left of it; or what to pack of them for a trip. */
export default function MedicationsScreen() {
  const [params] = useSearchParams()
  return params.has(TRIP_PARAM) ? <TripPage /> : <Medications />
}

function Medications() {
  const supplies = useSupplies()
  return <MedicationsPage supplyOf={(medication) => <CardSupply medication={medication} supplies={supplies} />} />
}
