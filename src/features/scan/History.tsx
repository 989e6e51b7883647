import { CalendarPlus, ImageOff, ListChecks, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate, isLocalDate } from '#domain/lib/local-time.ts'
import { prescriptionThumbnailPath } from '#domain/protocol/prescriptions.ts'
import { LABEL_FACTS, type LabelFact, type Prescription } from '#domain/records/prescription.ts'
import { forgetScan } from '#src/data/upload-queue.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { addressFor } from '#src/platform/whose.ts'
import { useMay } from '#src/session/may.ts'
import { askForHistory } from '#src/session/scans.ts'
import { useSession } from '#src/session/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Section } from '#src/ui/Section.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { CorrectDialog } from './CorrectDialog.tsx'
import { FACT_LABELS } from './label-facts.ts'
import { Guess, ReadFrom } from './ReadField.tsx'
import { METHOD_LABELS, momentText, SCAN_TYPE_LABELS } from './scan-text.ts'
import { usePictureHere } from './use-picture-here.ts'

const NEEDS_CONNECTION = msg('The picture is not on this device and needs a connection.')

interface HistoryProps {
  prescriptions: readonly Prescription[]
  /** Opens what was found again; undefined without Premium, when the history can only be viewed and deleted. */
  onOpen: ((prescription: Prescription) => void) | undefined
}

type Asked = { what: 'picture' | 'correct' | 'delete'; prescription: Prescription }

/** Every scan with its picture and what was read (specification, section 2). */
export function History({ prescriptions, onOpen }: HistoryProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <Section title={t('Prescription History')}>
      <ul className="stack" aria-label={t('Prescription History')}>
        {prescriptions.map((prescription) => (
          <PrescriptionCard
            key={prescription.id}
            prescription={prescription}
            onOpen={onOpen}
            onAsk={(what) => setAsked({ what, prescription })}
          />
        ))}
      </ul>
      {asked?.what === 'picture' ? <PictureDialog prescription={asked.prescription} onClose={close} /> : null}
      {asked?.what === 'correct' ? <CorrectDialog says={asked.prescription} onClose={close} /> : null}
      {asked?.what === 'delete' ? <DeleteDialog prescription={asked.prescription} onClose={close} /> : null}
    </Section>
  )
}

interface PrescriptionCardProps extends Pick<HistoryProps, 'onOpen'> {
  prescription: Prescription
  onAsk(what: Asked['what']): void
}

function PrescriptionCard({ prescription, onOpen, onAsk }: PrescriptionCardProps) {
  const { zone, whose } = useSession()
  const { id, createdAt, scanType, uploadMethod, ocrText, extractedMedications } = prescription
  const moment = momentText(createdAt, zone)
  const picture = usePictureHere()
  const mayChange = useMay('change')
  const hasMore = scanType === 'appointment' ? ocrText.trim() !== '' : extractedMedications.length > 0
  return (
    <Card as="li" className="doc">
      <div className="doc__top">
        <button
          type="button"
          className="doc__open"
          aria-label={t('View the picture of {time}', { time: moment })}
          onClick={() => onAsk('picture')}
        >
          {picture.isMissing ? (
            <ImageOff className="icon" />
          ) : (
            <img src={addressFor(prescriptionThumbnailPath(id), whose)} alt="" onError={picture.miss} />
          )}
        </button>
        <div className="grow">
          <h3>{t(SCAN_TYPE_LABELS[scanType])}</h3>
          <p className="quiet">{moment}</p>
          <Badge>{t(METHOD_LABELS[uploadMethod])}</Badge>
          <p className="small quiet" title={id}>
            {t('ID {id}', { id: shortIdOf(id) })}
          </p>
          {picture.isMissing ? <p className="small quiet">{t(NEEDS_CONNECTION)}</p> : null}
        </div>
      </div>
      <Facts prescription={prescription} />
      <TextArea
        label={t('Extracted text')}
        placeholder={t('Nothing could be read.')}
        readOnly
        rows={4}
        value={ocrText}
      />
      <div className="doc__tools">
        {hasMore && onOpen ? (
          <Button onClick={() => onOpen(prescription)} aria-label={`${openText(prescription)}, ${moment}`}>
            {scanType === 'appointment' ? <CalendarPlus className="icon" /> : <ListChecks className="icon" />}
            {openText(prescription)}
          </Button>
        ) : null}
        {onOpen && LABEL_FACTS.some((fact) => prescription[fact]) ? (
          <Button
            onClick={() => onAsk('correct')}
            aria-label={t('Correct the doctor, the pharmacy and the date, {time}', { time: moment })}
          >
            <Pencil className="icon" />
            {t('Correct')}
          </Button>
        ) : null}
        {mayChange ? (
          <Button onClick={() => onAsk('delete')} aria-label={t('Delete the scan of {time}', { time: moment })}>
            <Trash2 className="icon" />
            {t('Delete')}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

/** Ids begin with the time, so that those of neighbouring scans differ only at the end. */
const shortIdOf = (id: string): string => id.slice(-6).toUpperCase()

const openText = ({ scanType, extractedMedications: { length } }: Prescription): string =>
  scanType === 'appointment'
    ? t('Add the appointment')
    : t('{count, plural, one {Review # medication} other {Review # medications}}', { count: length })

const factText = (prescription: Prescription, fact: LabelFact): string => {
  const value = prescription[fact] ?? ''
  return isLocalDate(value) ? formatDate(value) : value
}

/** The doctor, the pharmacy and the date; a guess is marked, with the words it was read from. */
function Facts({ prescription }: { prescription: Prescription }) {
  const known = LABEL_FACTS.filter((fact) => prescription[fact])
  if (known.length === 0) return null
  return (
    <dl className="scan-facts">
      {known.map((fact) => {
        const source = prescription.sources?.[fact]
        const isGuess = source?.confidence === 'guess'
        return (
          <div key={fact} data-guess={isGuess ? '' : undefined}>
            <dt>
              {t(FACT_LABELS[fact])} {isGuess ? <Guess /> : null}
            </dt>
            <dd>
              <span>{factText(prescription, fact)}</span>
              {isGuess ? <ReadFrom source={source} /> : null}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

interface OneProps {
  prescription: Prescription
  onClose(): void
}

function PictureDialog({ prescription, onClose }: OneProps) {
  const { zone, whose } = useSession()
  const picture = usePictureHere()
  return (
    <Dialog
      title={t(SCAN_TYPE_LABELS[prescription.scanType])}
      description={momentText(prescription.createdAt, zone)}
      wide
      full
      onClose={onClose}
      footer={
        <Button variant="plain" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      {picture.isMissing ? (
        <p role="status">{t(NEEDS_CONNECTION)}</p>
      ) : (
        <img
          className="doc-picture"
          src={addressFor(prescription.imageUrl, whose)}
          alt={t('What was scanned')}
          onError={picture.miss}
        />
      )}
    </Dialog>
  )
}

/** A scan that is already gone counts as deleted (readings, Documents). */
function DeleteDialog({ prescription, onClose }: OneProps) {
  const { db, whose } = useSession()
  const remove = async () => {
    onClose()
    const answer = await apiCall({ method: 'DELETE', path: `/api/prescriptions/${prescription.id}`, whose })
    if (answer.kind === 'ok' || (answer.kind === 'error' && answer.status === 404)) {
      await forgetScan(db, prescription.id)
      askForHistory()
      toast({ title: t('Prescription deleted') })
      return
    }
    toast({
      title: t('Delete failed'),
      description: answer.kind === 'error' ? answer.message : t('There is no connection. Please try again.'),
      tone: 'destructive',
    })
  }
  return (
    <ConfirmDialog
      title={t('Delete Prescription?')}
      confirmLabel={t('Delete')}
      confirmIcon={<Trash2 className="icon" />}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>
        {t(
          'Its picture and the text that was read are deleted on all your devices. Medications that you added from it stay. This action cannot be undone.',
        )}
      </p>
    </ConfirmDialog>
  )
}
