import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { DAY_PARAM, LOG_PARAM } from '#domain/protocol/pages.ts'
import type { Medication } from '#domain/records/medication.ts'
import { Button } from '#src/ui/Button.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { dayName } from './day-summary.ts'

interface AddDoseProps {
  date: LocalDate
  medications: readonly Medication[]
}

/** Logs a dose that no plan knew of, on the day that is shown: the user chooses of which medicine. */
export function AddDose({ date, medications }: AddDoseProps) {
  const navigate = useNavigate()
  const open = (medication: Medication) =>
    navigate({ search: `?${new URLSearchParams({ [DAY_PARAM]: date, [LOG_PARAM]: medication.id })}` })
  const inOrder = [...medications].sort((a, b) => a.name.localeCompare(b.name))
  return (
    <Menu
      label={t('Which medicine was it?')}
      trigger={
        <Button variant="soft" className="justify-self-start">
          <Plus className="icon" />
          <RichText
            text={t('Add a dose<more> taken on {day}</more>', { day: dayName(date) })}
            tags={{ more: (part) => <span className="sr">{part}</span> }}
          />
        </Button>
      }
      items={inOrder.map((medication) => ({
        id: medication.id,
        label: inRow([medication.name, medication.dosage]),
        onSelect: () => void open(medication),
      }))}
    />
  )
}
