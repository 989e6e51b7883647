import { Trash2 } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'

interface DeleteDialogProps {
  appointment: Appointment
  onDelete(): void
  onClose(): void
}

/** Asks before an appointment is deleted for good (specification, section 2). */
export function DeleteDialog({ appointment, onDelete, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={t('Delete Appointment?')}
      confirmLabel={t('Delete')}
      confirmIcon={<Trash2 className="icon" />}
      onConfirm={() => {
        onClose()
        onDelete()
      }}
      onCancel={onClose}
    >
      <p>
        {t('Are you sure you want to delete this appointment with {doctorName}? This action cannot be undone.', {
          doctorName: appointment.doctorName,
        })}
      </p>
    </ConfirmDialog>
  )
}
