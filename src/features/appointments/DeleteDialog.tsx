import { Trash2 } from 'lucide-react'
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
      title="Delete Appointment?"
      confirmLabel="Delete"
      confirmIcon={<Trash2 className="icon" />}
      onConfirm={() => {
        onClose()
        onDelete()
      }}
      onCancel={onClose}
    >
      <p>
        Are you sure you want to delete this appointment with {appointment.doctorName}? This action cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
