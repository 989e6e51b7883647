import { Info, ScanBarcode, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { type Gtin, printedBarcode } from '#domain/records/barcode.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import type { Scanned } from './use-barcodes.ts'

interface BarcodePartProps {
  barcodes: readonly Gtin[]
  found: Scanned | null
  /** Whether the form is about a medication that exists. */
  isEdit: boolean
  onScan(): void
  onForget(gtin: Gtin): void
  /** Called with the medication that the user already has. */
  onOpen(id: MedicationId): void
}

/** The barcodes of a medication, and what the last scan meant. */
export function BarcodePart({ barcodes, found, isEdit, onScan, onForget, onOpen }: BarcodePartProps) {
  return (
    <div className="stack gap-2">
      <div className="row row--tight">
        <Button variant="soft" onClick={onScan}>
          <ScanBarcode className="icon" />
          {t('Scan Barcode')}
        </Button>
        {barcodes.length === 0 ? null : (
          <ul className="row row--tight" aria-label={t('Barcodes')}>
            {barcodes.map((gtin) => (
              <li key={gtin} className="row row--tight">
                <span className="small quiet">{printedBarcode(gtin)}</span>
                <Button
                  iconOnly
                  aria-label={t('Remove barcode {barcode}', { barcode: printedBarcode(gtin) })}
                  onClick={() => onForget(gtin)}
                >
                  <X className="icon" />
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {found ? <Meaning found={found} isEdit={isEdit} onOpen={onOpen} /> : null}
    </div>
  )
}

function Meaning({ found, isEdit, onOpen }: Pick<BarcodePartProps, 'isEdit' | 'onOpen'> & { found: Scanned }) {
  const info = (title: string, words: string, action?: ReactNode) => (
    <Notice role="status" icon={<Info className="icon" />} title={title} action={action}>
      {words}
    </Notice>
  )
  if (found.kind === 'too early')
    return info(
      t('Your medications have not arrived yet'),
      t('So this device can’t tell whether you have named this barcode.'),
    )
  if (found.kind === 'new')
    return isEdit
      ? info(t('Barcode added'), t('Save, and the next scan of it knows this medication.'))
      : info(t('This barcode is new'), t('Type the name once. The next scan knows it, on your other devices too.'))
  const { id, name, isActive } = found.medication
  if (isEdit)
    return info(
      t('{medicine} has this barcode too', { medicine: name }),
      t('Remove it here if it is not on this package.'),
    )
  if (!isActive)
    return info(
      t('This is {medicine}', { medicine: name }),
      t('Filled in from what you took before. Check it against the package.'),
    )
  return info(
    t('You already have {medicine}', { medicine: name }),
    t('This is its barcode.'),
    <Button onClick={() => onOpen(id)}>{t('Open It')}</Button>,
  )
}
