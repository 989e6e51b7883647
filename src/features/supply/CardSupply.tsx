import { Package } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { PAGES, SUPPLY_PARAM } from '#domain/protocol/pages.ts'
import type { Medication } from '#domain/records/medication.ts'
import { useSupplies } from '#src/session/supplies.ts'
import { supplyLink } from '#src/session/supply-links.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { SupplyDialog } from './SupplyDialog.tsx'
import { SupplyLines } from './SupplyLines.tsx'

/** On the card of a medicine: what is left of it, and the dialog about it, which its own address opens. */
export function CardSupply({ medication }: { medication: Medication }) {
  const { id, name } = medication
  const supplies = useSupplies()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const supply = supplies?.find((one) => one.medication.id === id)
  const isOpen = params.get(SUPPLY_PARAM) === id
  return (
    <div className="row row--between">
      {supply?.state?.onHand ? <SupplyLines supply={supply} /> : <span />}
      <ButtonLink variant="plain" to={supplyLink(id)}>
        <Package className="icon" />
        Supply<span className="sr"> of {name}</span>
      </ButtonLink>
      {isOpen && supplies ? (
        <SupplyDialog
          medication={medication}
          supply={supply}
          onClose={() => navigate(PAGES.medications, { replace: true })}
        />
      ) : null}
    </div>
  )
}
