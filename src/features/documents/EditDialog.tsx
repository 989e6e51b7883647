import { type FormEvent, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { isRecordDate } from '#domain/lib/local-time.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import type { DocumentFields as Changes } from '#src/data/document-writes.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { SubmitFoot } from '#src/ui/SubmitFoot.tsx'
import { DocumentFields, type DocumentValues } from './DocumentFields.tsx'
import { dateProblem } from './document-text.ts'

function errorsOf({ documentName, documentDate }: DocumentValues) {
  const wrong = dateProblem(documentDate)
  return {
    ...(documentName.trim() === '' ? { documentName: t('Document name is required') } : {}),
    ...(wrong === null ? {} : { documentDate: wrong }),
  }
}

interface EditDialogProps {
  document: MedicalDocument
  /** Called with what was changed, perhaps nothing. The dialog closes afterwards. */
  onSave(changes: Changes): Promise<void>
  onClose(): void
}

/** Changes a document's name, type or date. Only what changed is sent (S5.1). */
export function EditDialog({ document, onSave, onClose }: EditDialogProps) {
  const { documentName, documentType, documentDate } = document
  const [values, setValues] = useState<DocumentValues>({ documentName, documentType, documentDate })
  const [isTried, setTried] = useState(false)
  const errors = errorsOf(values)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(errors).length > 0 || !isRecordDate(values.documentDate)) return
    const name = values.documentName.trim()
    await onSave({
      ...(name === documentName ? {} : { documentName: name }),
      ...(values.documentType === documentType ? {} : { documentType: values.documentType }),
      ...(values.documentDate === documentDate ? {} : { documentDate: values.documentDate }),
    })
    onClose()
  }
  return (
    <Dialog
      title={t('Edit Document')}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      footer={<SubmitFoot label={t('Save Changes')} onCancel={onClose} />}
    >
      <DocumentFields values={values} errors={isTried ? errors : {}} onChange={setValues} />
    </Dialog>
  )
}
