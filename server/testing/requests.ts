import { randomUUID } from 'node:crypto'
import { emptyExport, zipOfFiles } from './exports.ts'
import { multipartOf } from './pictures.ts'
import { subscriptionBody } from './push.ts'
import { appointmentBody, doseBody, type Json, medicationBody, supplyBody } from './writes.ts'

/** What a call refers to: records of the user making the request, or Ada's. */
export interface Target {
  medicationId: string
  appointmentId: string
  documentId: string
  prescriptionId: string
  /** A device's push endpoint. */
  endpoint: string
  /** Somebody without sign-in. */
  personId: string
  /** An invitation to help them. */
  grantId: string
  /** A user with an account: id and address, and a device that is signed in. */
  ada: { id: string; email: string; device: string }
  /** A JPEG. */
  picture: Buffer
}

/** As much of a recording as is read here. */
const recording = Buffer.from('1a45dfa3', 'hex')
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const NOBODY = '01920000-0000-7000-8000-000000000000'
const UNKNOWN_TOKEN = 'x'.repeat(43)

/** The body, and the address if the route has parameters. */
export interface Asked {
  url?: string
  payload?: Json | string | Buffer
  headers?: Json
}

const scanUrl = ({ prescriptionId }: Target, what = '') => `/api/prescriptions/${prescriptionId}${what}`
const documentUrl = ({ documentId }: Target, what = '') => `/api/medical-documents/${documentId}${what}`

/** What to send where method and address of the route are not enough. */
export const REQUESTS: Record<string, (target: Target) => Asked> = {
  'PATCH /api/user/profile': () => ({ payload: { firstName: 'Grace' } }),
  'POST /api/user/verify-age': () => ({
    payload: { dateOfBirth: '1980-05-17', timeZone: 'Australia/Sydney' },
  }),
  'POST /api/user/request-parental-consent': () => ({
    payload: { parentGuardianEmail: 'parent@example.org' },
  }),
  'POST /api/contact': () => ({
    payload: {
      name: 'Bo Lindqvist',
      email: 'bo@example.org',
      subject: 'Hello there',
      message: 'How do I print my list?',
    },
  }),
  'DELETE /api/user/sessions/:id': ({ ada }) => ({ url: `/api/user/sessions/${ada.device}` }),
  'DELETE /api/user/account': ({ ada }) => ({ payload: { email: ada.email } }),
  'POST /api/user/tokens': () => ({ payload: { name: 'Kitchen', scopes: ['read'] } }),
  'DELETE /api/user/tokens/:id': () => ({ url: `/api/user/tokens/${NOBODY}` }),
  'POST /api/user/calendars': () => ({ payload: {} }),
  'DELETE /api/user/calendars/:id': () => ({ url: `/api/user/calendars/${NOBODY}` }),
  'POST /api/user/webhooks': () => ({ payload: { event: 'doses', url: 'https://hooks.example.org/x' } }),
  'DELETE /api/user/webhooks/:id': () => ({ url: `/api/user/webhooks/${NOBODY}` }),
  'GET /api/calendar/:file': () => ({ url: `/api/calendar/${UNKNOWN_TOKEN}.ics` }),
  'POST /api/user/hand-over': ({ ada }) => ({ payload: { from: ada.id } }),
  'POST /api/user/import': () =>
    multipartOf({}, { name: 'file', filename: 'dosewell.zip', bytes: zipOfFiles(emptyExport()) }),
  'POST /api/people': () => ({ payload: { name: 'Mia' } }),
  'PATCH /api/people/:id': ({ personId }) => ({ url: `/api/people/${personId}`, payload: { colour: 'red' } }),
  'DELETE /api/people/:id': ({ personId }) => ({ url: `/api/people/${personId}` }),
  'GET /api/people/:id/export': ({ personId }) => ({ url: `/api/people/${personId}/export` }),
  'GET /api/people/:id/export/fhir': ({ personId }) => ({ url: `/api/people/${personId}/export/fhir` }),
  'GET /api/people/:id/grants': ({ personId }) => ({ url: `/api/people/${personId}/grants` }),
  'POST /api/people/:id/grants': ({ personId }) => ({
    url: `/api/people/${personId}/grants`,
    payload: { role: 'help' },
  }),
  'GET /api/grants/offers/:token': () => ({ url: `/api/grants/offers/${UNKNOWN_TOKEN}` }),
  'POST /api/grants/offers/:token/accept': () => ({ url: `/api/grants/offers/${UNKNOWN_TOKEN}/accept` }),
  'DELETE /api/grants/:id': ({ grantId }) => ({ url: `/api/grants/${grantId}` }),
  'POST /shared': () => ({ payload: `token=${UNKNOWN_TOKEN}&action=show`, headers: FORM }),
  'GET /shared': () => ({ url: `/shared?token=${UNKNOWN_TOKEN}` }),
  'POST /api/medications': () => ({ payload: medicationBody() }),
  'PATCH /api/medications/:id': ({ medicationId }) => ({
    url: `/api/medications/${medicationId}`,
    payload: { instructions: 'With water' },
  }),
  'DELETE /api/medications/:id': ({ medicationId }) => ({ url: `/api/medications/${medicationId}` }),
  'POST /api/appointments': () => ({ payload: appointmentBody() }),
  'PATCH /api/appointments/:id': ({ appointmentId }) => ({
    url: `/api/appointments/${appointmentId}`,
    payload: { notes: 'Bring the list' },
  }),
  'DELETE /api/appointments/:id': ({ appointmentId }) => ({ url: `/api/appointments/${appointmentId}` }),
  'POST /api/supply-events': ({ medicationId }) => ({ payload: supplyBody(medicationId) }),
  'POST /api/doses': ({ medicationId }) => ({ payload: doseBody(medicationId) }),
  'GET /api/reminders/due-now': () => ({ url: '/api/reminders/due-now?hours=8&minutes=0' }),
  'GET /api/plan': () => ({ url: '/api/plan?from=2026-03-02&to=2026-03-03' }),
  'POST /api/batch': ({ medicationId }) => ({
    payload: { calls: [{ key: randomUUID(), method: 'DELETE', path: `/api/medications/${medicationId}` }] },
  }),
  'POST /api/medical-documents/upload': ({ picture }) => multipartOf({ documentName: 'Scan' }, { bytes: picture }),
  'PATCH /api/medical-documents/:id': (target) => ({
    url: documentUrl(target),
    payload: { documentName: 'Another name' },
  }),
  'DELETE /api/medical-documents/:id': (target) => ({ url: documentUrl(target) }),
  'GET /api/medical-documents/:id/image': (target) => ({ url: documentUrl(target, '/image') }),
  'GET /api/medical-documents/:id/thumbnail': (target) => ({ url: documentUrl(target, '/thumbnail') }),
  'GET /api/medical-documents/:id/download': (target) => ({ url: documentUrl(target, '/download') }),
  'POST /api/medical-documents/:id/email': (target) => ({
    url: documentUrl(target, '/email'),
    payload: { recipientEmail: 'clinic@example.org' },
  }),
  'POST /api/voice/transcribe': () =>
    multipartOf({}, { name: 'audio', filename: 'recording.webm', type: 'audio/webm', bytes: recording }),
  'POST /api/voice/tts': () => ({ payload: { text: 'Time to take Metformin', voice: 'nova', speed: 1.5 } }),
  'POST /api/prescriptions/upload': ({ picture }) => multipartOf({}, { bytes: picture }),
  'POST /api/prescriptions/:id/confirm-medications': (target) => ({
    url: scanUrl(target, '/confirm-medications'),
    payload: { medications: [{ name: 'Ramipril', dosage: '5 mg' }] },
  }),
  'PATCH /api/prescriptions/:id': (target) => ({ url: scanUrl(target), payload: { doctorName: 'Dr Penn' } }),
  'GET /api/prescriptions/:id/image': (target) => ({ url: scanUrl(target, '/image') }),
  'GET /api/prescriptions/:id/thumbnail': (target) => ({ url: scanUrl(target, '/thumbnail') }),
  'DELETE /api/prescriptions/:id': (target) => ({ url: scanUrl(target) }),
  'POST /api/ocr/extract-email': ({ picture }) => multipartOf({}, { bytes: picture }),
  'PUT /api/push/subscription': () => ({ payload: { ...subscriptionBody() } }),
  'DELETE /api/push/subscription': ({ endpoint }) => ({ payload: { endpoint } }),
  'POST /api/push/test': ({ endpoint }) => ({ payload: { endpoint } }),
  'POST /api/push/receipt': () => ({ payload: { id: 'A'.repeat(22) } }),
  'DELETE /api/admin/users/:id': () => ({ url: `/api/admin/users/${NOBODY}` }),
  'POST /api/admin/users/:id/reset-password': () => ({ url: `/api/admin/users/${NOBODY}/reset-password` }),
  'POST /api/admin/grant-promotion': () => ({ payload: { userId: 'nobody@example.org', months: 1 } }),
  'GET /consent': () => ({ url: `/consent?token=${UNKNOWN_TOKEN}` }),
  'POST /consent': () => ({ payload: `token=${UNKNOWN_TOKEN}&action=accept`, headers: FORM }),
  'GET /unsubscribe': () => ({ url: `/unsubscribe?token=${UNKNOWN_TOKEN}` }),
  'POST /unsubscribe': () => ({ payload: `token=${UNKNOWN_TOKEN}&action=unsubscribe`, headers: FORM }),
  'POST /api/admin/send-email': () => ({
    payload: {
      recipientType: 'individual',
      recipientEmail: 'bo@example.org',
      subject: 'Hello',
      message: 'Hello',
    },
  }),
  'PATCH /api/admin/incoming-emails/:id/read': () => ({
    url: `/api/admin/incoming-emails/${randomUUID()}/read`,
  }),
  'DELETE /api/admin/incoming-emails/:id': () => ({ url: `/api/admin/incoming-emails/${randomUUID()}` }),
  'POST /api/login': () => ({ payload: 'email=ada%40example.org', headers: FORM }),
  'POST /api/login/code': () => ({ payload: 'code=123456', headers: FORM }),
  'GET /api/logout': () => ({ headers: { 'sec-fetch-site': 'same-origin' } }),
  'GET /api/docs*': () => ({ url: '/api/docs/json' }),
}
