import { Navigate, useNavigate } from 'react-router-dom'
import { mayUse } from '#domain/access/may-use.ts'
import { lastVisitBefore, supplyLinesOf } from '#domain/insights/visit.ts'
import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { useAppointmentCommands, useAppointments } from '#src/session/appointments.ts'
import { useMay } from '#src/session/may.ts'
import { useSession } from '#src/session/session.ts'
import { useSupplies } from '#src/session/supplies.ts'
import { PageHead } from '#src/ui/PageHead.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { DoctorDialog, MOST_NOTES } from './DoctorDialog.tsx'
import { useInsights } from './use-insights.ts'
import { visitDrafts } from './visit-drafts.ts'
import { Loading, WithRecord } from './YourInsights.tsx'

/** Makes the page for the doctor before an appointment, from what this device knows and so offline too. */
export function VisitPage({ id }: { id: string }) {
  return (
    <div className="page">
      <PageHead title={t('Prepare this visit')} />
      <WithRecord>
        <Visit id={id} />
      </WithRecord>
    </div>
  )
}

function Visit({ id }: { id: string }) {
  const { user, zone } = useSession()
  const mayChange = useMay('change')
  const commands = useAppointmentCommands()
  const appointments = useAppointments()
  const supplies = useSupplies()
  const known = useInsights()
  const navigate = useNavigate()
  if (!appointments || !supplies || !known) return <Loading />
  const appointment = appointments.find((one) => one.id === id)
  if (!appointment) return <Navigate to={PAGES.appointments} replace />
  const { now } = known
  const forget = () => visitDrafts.drop(sessionStorage, user.id, appointment.id)
  const saveNotes = async (notes: string) => {
    const saved = await commands.edit(appointment.id, { notes })
    if (saved.ok) forget()
    else toast({ title: t('Error'), description: saved.error.error, tone: 'destructive' })
  }
  const keeping = {
    typed: visitDrafts.read(sessionStorage, user.id, appointment.id)?.values.notes ?? null,
    hold(notes: string) {
      if (notes === appointment.notes) forget()
      else {
        const draft = { base: { notes: appointment.notes }, values: { notes } }
        visitDrafts.keep(sessionStorage, user.id, appointment.id, draft)
      }
    },
    save: (notes: string) => void saveNotes(notes),
  }
  const mayKeep =
    mayChange &&
    !appointment.isCompleted &&
    // Longer ones are cut to what fits on the page.
    appointment.notes.length <= MOST_NOTES
  const visit = {
    since: lastVisitBefore(appointment, appointments, localAt(now, zone).date),
    supply: supplyLinesOf(supplies, { now, zone }),
    notes: appointment.notes,
    keeping: mayKeep ? keeping : null,
  }
  // The sentences about patterns are part of Premium, as on /insights.
  const mayHavePatterns = mayUse(user, 'premium', now).allowed
  const said = mayHavePatterns ? known : { ...known, insights: { ...known.insights, patterns: [] } }
  return <DoctorDialog known={said} visit={visit} onClose={() => navigate(PAGES.appointments, { replace: true })} />
}
