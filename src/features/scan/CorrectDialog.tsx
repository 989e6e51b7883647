import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { useSession } from '#src/session/session.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { correctScan } from './correct-scan.ts'
import { LabelFactFields } from './LabelFactFields.tsx'
import { areFactsChanged, confirmedFacts, dateError, type LabelSays, openingFacts } from './label-facts.ts'

/** Corrects the doctor, the pharmacy and the date of a scan. */
export function CorrectDialog({ says, onClose }: { says: LabelSays; onClose(): void }) {
  const { whose } = useSession()
  const [values, setValues] = useState(() => openingFacts(says))
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    if (isSaving) return
    const wrong = dateError(says, values)
    setError(wrong)
    if (wrong) return
    setSaving(true)
    if (await correctScan(whose, { id: says.id, said: confirmedFacts(says, values) })) onClose()
    else setSaving(false)
  }
  return (
    <FormDialog
      title={t('Doctor, pharmacy and date')}
      submitLabel={t('Save')}
      isSaving={isSaving}
      isChanged={areFactsChanged(says, values)}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onClose={onClose}
    >
      <p className="quiet">{t('Check them against your label. What you save is no longer a guess.')}</p>
      <LabelFactFields says={says} values={values} error={error} onChange={setValues} />
    </FormDialog>
  )
}
