import { Luggage, Plus, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { localAt } from '#domain/lib/zone.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import type { ListedMedication, Medication } from '#domain/records/medication.ts'
import { Drafts } from '#src/session/editor/Drafts.tsx'
import { formKeyOf } from '#src/session/editor/editor-target.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { ADD_MEDICATION_LINK } from '#src/session/links.ts'
import { useMay } from '#src/session/may.ts'
import { NoMedications } from '#src/session/NoMedications.tsx'
import { useMedications } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { TRIP_LINK } from '#src/session/supply-links.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Opening } from '#src/ui/Opening.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { medicationDrafts } from './draft.ts'
import { Editor } from './Editor.tsx'
import { addressOf, scannedIn, targetOf } from './editor-target.ts'
import { InactiveCard, MedicationCard } from './MedicationCard.tsx'
import { unsavedTitle } from './medication-text.ts'
import { PauseDialog } from './PauseDialog.tsx'
import { PrintedList } from './PrintedList.tsx'
import { useAfterSave } from './use-after-save.ts'
import { useVoicePrefill } from './use-voice-prefill.ts'

interface MedicationsPageProps {
  /** What is left of a medication, on its card. */
  supplyOf(medication: Medication): ReactNode
}

/** /medications: current and past medications, with the add and edit form over them. */
export default function MedicationsPage({ supplyOf }: MedicationsPageProps) {
  const { person } = useSession()
  const mayChange = useMay('change')
  const medications = useMedications()
  const [params] = useSearchParams()
  const { state } = useLocation()
  const target = targetOf(params, state)
  const navigate = useNavigate()
  const afterSave = useAfterSave()
  useVoicePrefill()
  const { area, fallback } = useKeptFocus<HTMLDivElement, HTMLHeadingElement>(medications)
  // On paper, half a list looks like a whole one.
  const isWhole = useFirstLoad() === 'loaded'
  const isPrintable = isWhole && (medications?.some(({ isActive }) => isActive) ?? false)
  const close = () => navigate(PAGES.medications, { replace: true })
  return (
    <div className="page" ref={area}>
      <PageHead
        title={person ? t('{name}’s medications', { name: person.name }) : t('My Medications')}
        titleRef={fallback}
        action={
          mayChange ? (
            <ButtonLink variant={medications?.length === 0 ? 'soft' : 'primary'} to={ADD_MEDICATION_LINK}>
              <Plus className="icon" />
              {t('Add Medication')}
            </ButtonLink>
          ) : undefined
        }
      />
      {target ? null : <Drafts drafts={medicationDrafts} titleOf={unsavedTitle} addressOf={addressOf} />}
      {medications && target ? (
        <Editor
          key={formKeyOf(target)}
          target={target}
          medications={medications}
          scanned={scannedIn(state)}
          onSaved={(saved) => {
            close()
            afterSave(saved)
          }}
          onClose={close}
        />
      ) : null}
      {medications ? <Lists medications={medications} isPrintable={isPrintable} supplyOf={supplyOf} /> : <Opening />}
      {medications && isPrintable ? <PrintedList medications={medications} /> : null}
    </div>
  )
}

interface ListsProps extends MedicationsPageProps {
  medications: ListedMedication[]
  isPrintable: boolean
}

function Lists({ medications, isPrintable, supplyOf }: ListsProps) {
  const [deleting, setDeleting] = useState<MedicationId | null>(null)
  const { zone } = useSession()
  const today = localAt(useNow(), zone).date
  const [pausing, setPausing] = useState<MedicationId | null>(null)
  const active = medications.filter((medication) => medication.isActive)
  const inactive = medications.filter((medication) => !medication.isActive)
  const doomed = active.find(({ id }) => id === deleting)
  const asked = active.find(({ id }) => id === pausing)
  if (medications.length === 0) return <NoneListed />
  return (
    <div className="columns">
      <div>
        <Section title={t('Active')} className="mt-0" aside={<Count of={active.length} />}>
          {active.length === 0 ? (
            <p className="quiet">{t('Nothing you take at the moment.')}</p>
          ) : (
            <div className="stack">
              <ul className="stack">
                {active.map((medication) => (
                  <MedicationCard
                    key={medication.id}
                    medication={medication}
                    all={medications}
                    today={today}
                    onDelete={() => setDeleting(medication.id)}
                    onPause={() => setPausing(medication.id)}
                    supply={supplyOf(medication)}
                  />
                ))}
              </ul>
              <div className="row row--tight">
                {isPrintable ? (
                  <Button variant="plain" onClick={() => window.print()}>
                    <Printer className="icon" aria-hidden />
                    {t('Print my medicines')}
                  </Button>
                ) : null}
                <ButtonLink variant="plain" to={TRIP_LINK}>
                  <Luggage className="icon" aria-hidden />
                  {t('Pack for a trip')}
                </ButtonLink>
              </div>
            </div>
          )}
        </Section>
        {inactive.length > 0 ? (
          <Section title={t('Inactive')}>
            <ul className="stack">
              {inactive.map((medication) => (
                <InactiveCard key={medication.id} medication={medication} />
              ))}
            </ul>
          </Section>
        ) : null}
      </div>
      {doomed ? <DeleteDialog medication={doomed} onClose={() => setDeleting(null)} /> : null}
      {asked ? <PauseDialog medication={asked} today={today} onClose={() => setPausing(null)} /> : null}
    </div>
  )
}

/** An empty list means something only once the first answer has arrived. */
function NoneListed() {
  const load = useFirstLoad()
  if (load === undefined || load === 'loading') return <SkeletonList label={t('Loading your medications')} />
  return <NoMedications load={load} />
}

function Count({ of: count }: { of: number }) {
  return (
    <span className="small quiet">{t('{count, plural, one {# medication} other {# medications}}', { count })}</span>
  )
}
