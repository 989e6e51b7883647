import { givenExtras, withoutExtras } from '../records/medication-extras.ts'
import type { Command } from './command.ts'

/**
 * A call of the specification (section 7), or one added by this app. `body` is sent as JSON; if it is absent, there is
 * no body.
 */
export interface Call {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
}

/** Returns the call for a command. It is made when the command is sent, not when it is stored. */
export function callOf(command: Command): Call {
  switch (command.name) {
    case 'medication.add': {
      // False and empty values are left out: the specification's body does not mention them, and a server that follows
      // only the specification does not know them.
      const { allowDuplicate, important, barcodes = [], ...body } = command.args
      return {
        method: 'POST',
        path: '/api/medications',
        body: {
          ...withoutExtras(body),
          ...(important && { important }),
          ...(barcodes.length > 0 && { barcodes }),
          ...givenExtras(command.args),
          ...(allowDuplicate && { allowDuplicate }),
        },
      }
    }
    case 'medication.edit': {
      const { plan, ...texts } = command.args.changes
      // A plan is sent whole: what it does not have is taken from the one before.
      const whole = plan && { ...plan, amounts: plan.amounts ?? null, pauses: plan.pauses ?? [] }
      const body = { ...texts, ...whole, editedAt: command.args.editedAt }
      return { method: 'PATCH', path: `/api/medications/${command.args.id}`, body }
    }
    case 'medication.stop':
      return {
        method: 'PATCH',
        path: `/api/medications/${command.args.id}`,
        body: { stoppedAt: command.args.stoppedAt },
      }
    case 'medication.delete':
      return { method: 'DELETE', path: `/api/medications/${command.args.id}` }
    case 'dose.record':
      return { method: 'POST', path: '/api/doses', body: command.args }
    case 'supply.record':
      return { method: 'POST', path: '/api/supply-events', body: command.args }
    case 'profile.edit':
      return { method: 'PATCH', path: '/api/user/profile', body: command.args }
    case 'appointment.add': {
      const { allowDuplicate, ...body } = command.args
      return {
        method: 'POST',
        path: '/api/appointments',
        body: allowDuplicate ? { ...body, allowDuplicate } : body,
      }
    }
    case 'appointment.edit': {
      const { id, editedAt, changes } = command.args
      const { when, ...rest } = changes
      const body = { ...rest, ...when, ...(editedAt && { editedAt }) }
      return { method: 'PATCH', path: `/api/appointments/${id}`, body }
    }
    case 'appointment.complete':
      return { method: 'PATCH', path: `/api/appointments/${command.args.id}`, body: { isCompleted: true } }
    case 'appointment.delete':
      return { method: 'DELETE', path: `/api/appointments/${command.args.id}` }
  }
}
