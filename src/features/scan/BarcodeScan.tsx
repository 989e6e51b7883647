import { ScanBarcode } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import type { Gtin } from '#domain/records/barcode.ts'
import { ADD_MEDICATION_LINK, scannedState } from '#src/session/links.ts'
import { BarcodeDialog } from '#src/session/pictures/BarcodeDialog.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'

/** Scans a barcode for a new medication. It needs no server, so it is for everyone (decision 066). */
export function BarcodeScan() {
  const [isOpen, setOpen] = useState(false)
  const [found, setFound] = useState<Gtin | null>(null)
  if (found) return <Navigate to={ADD_MEDICATION_LINK} state={scannedState(found)} />
  return (
    <Card as="section" className="stack gap-2" aria-label={t('Barcode')}>
      <p className="small quiet">
        {t(
          'Name a package once, and its barcode fills in the form the next time, offline too. The picture stays on this device.',
        )}
      </p>
      <div>
        <Button variant="soft" onClick={() => setOpen(true)}>
          <ScanBarcode className="icon" />
          {t('Scan Barcode')}
        </Button>
      </div>
      {isOpen ? <BarcodeDialog onFound={setFound} onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}
