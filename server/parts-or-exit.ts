import { join } from 'node:path'
import type { InboundListener, InboundOptions } from './contact/inbound/listener.ts'
import { DataDirBusy, lockDataDir } from './db/data-dir-lock.ts'
import type { OpenDatabase } from './db/database.ts'
import type { App } from './http/context.ts'
import { fileCarrier, type MailCarrier, smtpCarrier } from './mail/carrier.ts'
import { fileMailer, type Mailer, smtpMailer } from './mail/mailer.ts'
import { refuseToStart } from './open-or-exit.ts'
import type { BlobStore } from './pictures/blob-store.ts'
import { openBlobs, placeOf } from './pictures/open-blobs.ts'
import { systemClock, systemRandom } from './platform/clock.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { keysInDatabase, keysInFile } from './push/keys.ts'
import { type PushTransport, pushTransport } from './push/transport.ts'
import { vapid, vapidSubject } from './push/vapid.ts'
import { type Transcriber, transcriberOf } from './voice/transcriber.ts'

export function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) refuseToStart(error.message)
    throw error
  }
}

export function lockOrExit(dataDir: string) {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirBusy) refuseToStart(error.message)
    const reason = error instanceof Error ? error.message : String(error)
    return refuseToStart(`DATA_DIR ${dataDir} cannot be used: ${reason}.`)
  }
}

const outboxOf = ({ DATA_DIR }: Config): string => join(DATA_DIR, 'outbox')

export function mailerFor(config: Config): Mailer {
  return config.SMTP_URL
    ? smtpMailer(config.SMTP_URL, config.MAIL_FROM)
    : fileMailer(outboxOf(config), config.MAIL_FROM, systemClock, systemRandom)
}

/** It has its own connections: a user waiting for a code must not wait behind ten thousand mails. */
export function carrierFor(config: Config): MailCarrier {
  return config.SMTP_URL
    ? smtpCarrier(config.SMTP_URL, config.MAIL_FROM)
    : fileCarrier(outboxOf(config), config.MAIL_FROM, { clock: systemClock, random: systemRandom })
}

export async function inboxOrExit(
  config: Config,
  ports: Omit<InboundOptions, 'config'>,
): Promise<InboundListener | null> {
  const { INBOUND_SMTP_PORT: port } = config
  if (port === undefined) return null
  const { listenForMail } = await import('./contact/inbound/listener.ts')
  try {
    return await listenForMail(port, { ...ports, config })
  } catch (error) {
    if (error instanceof ConfigError) refuseToStart(error.message)
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    refuseToStart(`INBOUND_SMTP_PORT ${port} cannot be listened to (${String(code)}). Set it to another one.`)
  }
}

export async function listenOrExit(app: App, config: Config): Promise<number> {
  try {
    await app.listen({ port: config.PORT, host: config.HOST })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') refuseToStart(`PORT ${config.PORT} is in use. Set PORT to another one.`)
    if (code === 'EACCES') refuseToStart(`PORT ${config.PORT} may not be used by this account.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      refuseToStart(`HOST ${config.HOST} is not an address of this machine.`)
    throw error
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : config.PORT
}

/** Without a subject nothing can be pushed, and the calls for it say so (docs/operations.md). */
export async function pushOrExit(config: Config, { db, pglite }: OpenDatabase): Promise<PushTransport> {
  const subject = vapidSubject(config)
  const keys = () => (pglite ? keysInFile(config.DATA_DIR) : keysInDatabase(db, systemClock))
  try {
    return pushTransport({
      clock: systemClock,
      vapid: subject === null ? null : vapid(await keys(), subject),
      extraService: config.PUSH_SERVICE,
    })
  } catch (error) {
    if (error instanceof ConfigError) refuseToStart(error.message)
    throw error
  }
}

/** A different key would make every saved picture unreadable. */
export async function blobsOrExit(config: Config, onSilence: () => void): Promise<BlobStore> {
  try {
    return await openBlobs(config, placeOf(config), onSilence)
  } catch (error) {
    if (error instanceof ConfigError) refuseToStart(error.message)
    throw error
  }
}

/** A model that cannot be used would otherwise only fail later, in front of a user. */
export async function transcriberOrExit({ SPEECH_MODEL_DIR: directory }: Config): Promise<Transcriber | null> {
  if (directory === undefined) return null
  try {
    return await transcriberOf(directory)
  } catch (error) {
    if (error instanceof ConfigError) refuseToStart(error.message)
    throw error
  }
}
