import { consentRoutes } from './accounts/consent-routes.ts'
import { oidcRoutes } from './accounts/oidc-routes.ts'
import { signInRoutes } from './accounts/sign-in-routes.ts'
import { signOutRoutes } from './accounts/sign-out-routes.ts'
import { tokenRoutes } from './accounts/token-routes.ts'
import { userRoutes } from './accounts/user-routes.ts'
import { adminMailRoutes } from './admin/mail-routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { appointmentRoutes } from './appointments/routes.ts'
import { batchRoutes } from './batch/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { doseRoutes } from './doses/routes.ts'
import { accountRoutes } from './erasure/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { exportRoutes } from './export/routes.ts'
import type { Context, Routes } from './http/context.ts'
import { authAssetRoutes } from './http/pages/auth-assets.ts'
import { importRoutes } from './import/routes.ts'
import type { MailContext } from './mail/context.ts'
import { unsubscribeRoutes } from './mail/routes.ts'
import { medicationRoutes } from './medications/routes.ts'
import type { PaymentContext } from './payments/context.ts'
import { paymentRoutes } from './payments/routes.ts'
import { subscriptionRoutes } from './payments/subscription-routes.ts'
import { grantRoutes } from './people/grant-routes.ts'
import { peopleRoutes } from './people/routes.ts'
import type { PictureContext } from './pictures/context.ts'
import type { PushContext } from './push/context.ts'
import { pushRoutes } from './push/routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { prescriptionRoutes } from './scans/routes.ts'
import { shareRoutes } from './scans/share-routes.ts'
import { sharedRoutes } from './shared/routes.ts'
import { aliveRoutes } from './status/alive.ts'
import { metricsRoutes } from './status/metrics-routes.ts'
import { supplyRoutes } from './supply/routes.ts'
import type { VoiceContext } from './voice/context.ts'
import { voiceRoutes } from './voice/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** What all features together are given. */
export type AppContext = Context & MailContext & PushContext & PictureContext & VoiceContext & PaymentContext

/** One entry per area of the API, in the order of the API document. */
export const AREAS: readonly Routes<AppContext>[] = [
  aliveRoutes,
  metricsRoutes,
  authAssetRoutes,
  signInRoutes,
  oidcRoutes,
  signOutRoutes,
  userRoutes,
  tokenRoutes,
  accountRoutes,
  exportRoutes,
  importRoutes,
  consentRoutes,
  unsubscribeRoutes,
  subscriptionRoutes,
  paymentRoutes,
  contactRoutes,
  adminMailRoutes,
  peopleRoutes,
  grantRoutes,
  sharedRoutes,
  calendarRoutes,
  webhookRoutes,
  medicationRoutes,
  documentRoutes,
  prescriptionRoutes,
  shareRoutes,
  appointmentRoutes,
  doseRoutes,
  supplyRoutes,
  reminderRoutes,
  voiceRoutes,
  pushRoutes,
  batchRoutes,
  eventRoutes,
  adminRoutes,
]
