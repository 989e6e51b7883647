import { Package } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { PAGES, SUPPLY_PARAM } from '#domain/protocol/pages.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Supply } from '#src/data/supply-reads.ts'
import { supplyLink } from '#src/session/supply-links.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { SupplyDialog } from './SupplyDialog.tsx'
import { SupplyLines } from './SupplyLines.tsx'

interface CardSupplyProps {
  medication: Medication
  /** All of them: reading one takes as long. Undefined until local storage has answered. */
  supplies: readonly Supply[] | undefined
}

/** On the card of a medicine: what is left of it, and the dialog about it, which its own address opens. */
export function CardSupply({ medication, supplies }: CardSupplyProps) {
  const { id, name } = medication
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const supply = supplies?.find((one) => one.medication.id === id)
  const isOpen = params.get(SUPPLY_PARAM) === id
  return (
    <div className="row row--between">
      {supply?.state?.onHand ? <SupplyLines supply={supply} /> : null}
      <ButtonLink variant="plain" className="med__supply" to={supplyLink(id)}>
        <Package className="icon" />
        <RichText
          text={t('Supply<more> of {name}</more>', { name })}
          tags={{ more: (part) => <span className="sr">{part}</span> }}
        />
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
