import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { latePart } from '#src/ui/late-part.ts'
import { toast } from '#src/ui/toast-store.ts'

const dialog = latePart(() => import('./ImportDialog.tsx'))

/** Imports an export: the file is chosen here, then previewed and imported in a dialog. */
export function ImportExport() {
  const [file, setFile] = useState<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const part = dialog.use()
  const failure = dialog.useFailure()
  useEffect(() => {
    if (file === null || part !== null || failure === null) return
    setFile(null)
    const description = t('This needs a connection. Please try again when there is one.')
    toast({ title: t('The file was not opened'), description, tone: 'destructive' })
  }, [file, part, failure])

  const choose = (chosen: File | undefined) => {
    // The same file can be chosen again.
    if (input.current) input.current.value = ''
    if (!chosen) return
    dialog.want()
    setFile(chosen)
  }
  return (
    <>
      <Button variant="plain" onClick={() => input.current?.click()}>
        <FileUp className="icon" aria-hidden />
        {t('Import an export')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('Choose an export')}
        accept=".zip,application/zip"
        onChange={(event) => choose(event.target.files?.[0])}
      />
      {file && part ? <part.ImportDialog file={file} onClose={() => setFile(null)} /> : null}
    </>
  )
}
