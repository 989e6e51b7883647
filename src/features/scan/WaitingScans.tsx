import { RotateCcw, Smartphone, Trash2 } from 'lucide-react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { KeptScan } from '#src/data/stored-rows.ts'
import { blameScan, dropScan } from '#src/data/upload-queue.ts'
import type { DeviceText } from '#src/platform/device-reader.ts'
import { ReadingHere } from '#src/session/pictures/ReadingHere.tsx'
import { useDeviceReading } from '#src/session/pictures/use-device-reading.ts'
import { useSession } from '#src/session/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Section } from '#src/ui/Section.tsx'
import { BlobPicture } from './BlobPicture.tsx'
import { momentText, SCAN_TYPE_LABELS } from './scan-text.ts'

const WAITS_FOR_NETWORK = msg('Saved on this device. It is read when you are back online.')
const WAITS_FOR_PREMIUM = msg('Saved on this device. It is read once you have Premium.')

interface WaitingScansProps {
  scans: readonly KeptScan[]
  /** Called with what this device read; undefined without Premium. */
  onText: ((found: DeviceText, scan: KeptScan) => void) | undefined
}

/** The pictures on this device that no server has read yet. */
export function WaitingScans({ scans, onText }: WaitingScansProps) {
  if (scans.length === 0) return null
  return (
    <Section title={t('Waiting to be read')}>
      <ul className="stack">
        {scans.map((scan) => (
          <WaitingScan key={scan.id} scan={scan} onText={onText} />
        ))}
      </ul>
    </Section>
  )
}

function WaitingScan({ scan, onText }: Pick<WaitingScansProps, 'onText'> & { scan: KeptScan }) {
  const { db, zone } = useSession()
  const { id, image, scanType, createdAt, problem } = scan
  const { progress, read, cancel } = useDeviceReading()
  const readHere = async () => {
    const found = await read(image)
    if (found) onText?.(found, scan)
  }
  return (
    <Card as="li" className="doc">
      <div className="doc__top">
        <BlobPicture blob={image} className="scan-thumb" />
        <div className="grow">
          <h3>{t(SCAN_TYPE_LABELS[scanType])}</h3>
          <p className="quiet">{momentText(createdAt, zone)}</p>
          <Badge>{problem === null ? t('Waiting') : t('Not read')}</Badge>
          <p className="small quiet">{problem ?? t(onText ? WAITS_FOR_NETWORK : WAITS_FOR_PREMIUM)}</p>
        </div>
      </div>
      {progress ? <ReadingHere progress={progress} onCancel={cancel} /> : null}
      <div className="doc__tools">
        {onText && !progress ? (
          <Button onClick={() => void readHere()}>
            <Smartphone className="icon" />
            {t('Read on this device')}
          </Button>
        ) : null}
        {problem === null ? null : (
          <Button onClick={() => void blameScan(db, id, null)}>
            <RotateCcw className="icon" />
            {t('Try again')}
          </Button>
        )}
        <Button onClick={() => void dropScan(db, id)}>
          <Trash2 className="icon" />
          {t('Discard')}
        </Button>
      </div>
    </Card>
  )
}
