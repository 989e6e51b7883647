import { Luggage, PackageCheck } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import type { Medication } from '#domain/records/medication.ts'
import { doseAmountText } from '#domain/schedule/amounts.ts'
import { supplyUnitOf } from '#domain/supply/supply-unit.ts'
import type { Supply } from '#src/data/supply-reads.ts'
import { editMedicationLink } from '#src/session/links.ts'
import { useMay, useRoleSentence } from '#src/session/may.ts'
import { useSupplyActs } from '#src/session/supplies.ts'
import { AMOUNT_STATE, TRIP_LINK } from '#src/session/supply-links.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { AmountForm } from './AmountForm.tsx'
import { lastPackOf } from './last-pack.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { SupplyLines } from './SupplyLines.tsx'

interface SupplyDialogProps {
  medication: Medication
  /** Undefined while nothing was said about it. */
  supply: Supply | undefined
  onClose(): void
}

/** What is there of one medicine: refilled with one tap, counted, discarded, and what home says about it. */
export function SupplyDialog({ medication, supply, onClose }: SupplyDialogProps) {
  const unit = supplyUnitOf(medication)
  const [mayChange, mayLog] = [useMay('change'), useMay('log')]
  const refusal = useRoleSentence()
  const asksForUnit = unit === null && mayChange
  return (
    <Dialog title={t('Supply of {name}', { name: medication.name })} wide onClose={onClose}>
      <div className="stack">
        {asksForUnit ? (
          <>
            <p>{t('To count it, Dosewell has to know how much a dose is, such as 1 tablet.')}</p>
            <ButtonLink
              variant="primary"
              className="justify-self-start"
              to={editMedicationLink(medication.id)}
              state={AMOUNT_STATE}
            >
              {t('Enter how much a dose is')}
            </ButtonLink>
          </>
        ) : null}
        {refusal === null || (mayLog && unit !== null) ? null : <p>{refusal}</p>}
        {unit === null ? null : (
          <>
            <SupplyLines supply={supply} />
            {mayLog ? (
              <>
                <Refill medication={medication} supply={supply} unit={unit} onDone={onClose} />
                <AmountForm medication={medication} unit={unit} onDone={onClose} />
              </>
            ) : null}
            {mayChange ? <SettingsForm key={JSON.stringify(medication.supply)} medication={medication} /> : null}
            <ButtonLink variant="plain" className="justify-self-start" to={TRIP_LINK}>
              <Luggage className="icon" />
              {t('Pack for a trip')}
            </ButtonLink>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** One tap, once a pack was entered. */
function Refill({
  medication,
  supply,
  unit,
  onDone,
}: {
  medication: Medication
  supply: Supply | undefined
  unit: string
  onDone(): void
}) {
  const { act } = useSupplyActs()
  const pack = supply && lastPackOf(supply.events)
  if (!pack) return null
  const refill = async () => {
    if (await act({ verb: 'refill', medication, amount: pack, expiresOn: null })) onDone()
  }
  return (
    <Button variant="primary" className="justify-self-start" onClick={() => void refill()}>
      <PackageCheck className="icon" />
      {t('I have refilled it: {amount}', { amount: doseAmountText(pack, unit) })}
    </Button>
  )
}
