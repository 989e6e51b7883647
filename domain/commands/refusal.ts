/** Why a command may not take effect, in the form of an error response. */
export interface Refusal {
  status: 400 | 404 | 409 | 410 | 422
  code:
    | 'invalid'
    | 'duplicate'
    | 'id_conflict'
    | 'not_found'
    | 'medication_gone'
    | 'appointment_gone'
    | 'appointment_completed'
  error: string
  field?: string
}
