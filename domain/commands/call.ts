import type { Command } from './command.ts'

/** A call of the specification (section 7) or one this app adds. `body` is sent as JSON; absent means none. */
export interface Call {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
}

/** The call a command becomes. Made when it is sent, not when it is stored. */
export function callOf(command: Command): Call {
  switch (command.name) {
    case 'medication.add': {
      // What is not so is left out: the specification's body says nothing of it, nor does a server that knows only
      // that.
      const { allowDuplicate, important, ...body } = command.args
      return {
        method: 'POST',
        path: '/api/medications',
        body: { ...body, ...(important && { important }), ...(allowDuplicate && { allowDuplicate }) },
      }
    }
    case 'medication.edit': {
      const { plan, ...texts } = command.args.changes
      const body = { ...texts, ...plan, editedAt: command.args.editedAt }
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
