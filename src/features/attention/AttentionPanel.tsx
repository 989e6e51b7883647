import { CloudOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { readCommand } from '#domain/commands/read-command.ts'
import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { AnyRecord } from '#domain/protocol/lists.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import { useAppointmentCommands, useAppointments } from '#src/session/appointments.ts'
import { useMedications, useOutbox } from '#src/session/reads.ts'
import { useResolve } from '#src/session/resolve.ts'
import type { SaveResult } from '#src/session/saving.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { AttentionCard } from './AttentionCard.tsx'
import type { WayOut } from './attention-text.ts'
import type { WordContext } from './command-text.ts'
import { DiscardDialog } from './DiscardDialog.tsx'
import { createdIdOf, waitingEntries, waitingWithText } from './dependents.ts'
import { countText, pauseText } from './sync-text.ts'
import { WaitingList } from './WaitingList.tsx'

interface AttentionPanelProps {
  /** The refused document changes, as list items. */
  documents: ReactNode
  onClose(): void
}

/** Shows what needs the user and what waits: every write that is not on the server yet, as text (`?attention=1`). */
export function AttentionPanel({ documents, onClose }: AttentionPanelProps) {
  const outbox = useOutbox()
  const medications = useMedications()
  const { zone, sync } = useSession()
  const now = useNow()
  const takeWayOut = useWaysOut()
  const [discarding, setDiscarding] = useState<StoredEntry | null>(null)
  const appointments = useAppointments()
  if (!outbox || !medications || !appointments) return null

  const { attention } = outbox
  const count = attention.length + outbox.documents.refused
  const waiting = waitingEntries(outbox.waiting, attention)
  const context: WordContext = {
    zone,
    today: localAt(now, zone).date,
    nameOf: (id) =>
      nameIn([...medications, ...appointments, ...outbox.attention.flatMap(({ subject }) => subject ?? [])], id),
  }
  const waitingWith = (entry: StoredEntry) => waitingWithText(waiting, createdIdOf(entry))
  const pause = outbox.waiting.length > 0 ? pauseText(sync.phase) : null
  return (
    <>
      <Sheet
        title={t('Needs attention')}
        sub={countText(count, outbox.waiting.length + outbox.documents.waiting)}
        onClose={onClose}
      >
        {pause ? (
          <Notice tone="plain" icon={<CloudOff className="icon" />} title={pause[0]}>
            {pause[1]}
          </Notice>
        ) : null}
        {count === 0 ? (
          <EmptyState bare scene="cloud" title={t('Nothing needs you')} level={3} />
        ) : (
          <ul className="stack">
            {attention.map((entry) => (
              <AttentionCard
                key={entry.position}
                entry={entry}
                context={context}
                medications={medications}
                appointments={appointments}
                waitingWith={waitingWith(entry)}
                onWayOut={(wayOut) => (wayOut === 'discard' ? setDiscarding(entry) : void takeWayOut(wayOut, entry))}
              />
            ))}
            {documents}
          </ul>
        )}
        <WaitingList waiting={waiting} context={context} />
      </Sheet>
      {discarding ? (
        <Discarding
          entry={discarding}
          context={context}
          medications={medications}
          waitingWith={waitingWith(discarding)}
          onDone={() => setDiscarding(null)}
        />
      ) : null}
    </>
  )
}

function nameIn(records: readonly AnyRecord[], id: string): string | null {
  const found = records.find((one) => one.id === id)
  if (!found) return null
  return 'doctorName' in found ? found.doctorName : found.name
}

interface DiscardingProps {
  entry: StoredEntry
  context: WordContext
  medications: readonly Medication[]
  waitingWith: string | null
  onDone(): void
}

function Discarding({ entry, onDone, ...rest }: DiscardingProps) {
  const resolve = useResolve()
  const then = (work: Promise<unknown>, title: string) => {
    onDone()
    work.then(
      () => toast({ title }),
      (error: unknown) => reportError(error),
    )
  }
  return (
    <DiscardDialog
      {...rest}
      entry={entry}
      onDiscard={() => then(resolve.discard(entry.position), t('Discarded'))}
      onMove={(to) => then(resolve.discardAndMove(entry.position, to), t('The entries moved to the other one'))}
      onCancel={onDone}
    />
  )
}

/** Returns the ways to resolve that need neither a form nor a question. */
function useWaysOut(): (wayOut: Exclude<WayOut, 'discard'>, entry: StoredEntry) => Promise<void> {
  const resolve = useResolve()
  const appointments = useAppointmentCommands()
  const tell = (saved: SaveResult) => {
    if (!saved.ok) toast({ title: t('Error'), description: saved.error.error, tone: 'destructive' })
    else toast({ title: t('Kept as a new one') })
  }
  return async (wayOut, { position, command: stored }) => {
    if (wayOut === 'retry') {
      await resolve.retry(position)
      toast({ title: t('Saved here and being sent again') })
    } else if (wayOut === 'keep') {
      await resolve.retry(position, { allowDuplicate: true })
      toast({ title: t('Kept as a new one') })
    } else if (wayOut === 'keep-new') {
      const command = readCommand(stored)
      if (command?.name === 'medication.add') {
        const { id: _id, createdAt: _createdAt, allowDuplicate, ...input } = command.args
        tell(await resolve.replace(position, input, { allowDuplicate }))
      } else if (command?.name === 'appointment.add') {
        const { id: _id, createdAt: _createdAt, allowDuplicate, ...input } = command.args
        tell(await appointments.replace(position, input, { allowDuplicate }))
      }
    }
  }
}
