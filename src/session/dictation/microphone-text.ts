import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { toast } from '#src/ui/toast-store.ts'
import type { RecogniserError } from './recogniser.ts'

const NO_MICROPHONE = msg('This device has no microphone that can be used, or another app has it.')
const REFUSED = msg('Allow the microphone in your browser, or type instead.')

/** Says why nobody can listen (specification, section 8): as getUserMedia or the browser's recogniser told it. */
export function microphoneRefused(error: unknown): void {
  const isRefusal = error === 'not-allowed' || (error instanceof DOMException && error.name === 'NotAllowedError')
  const description = t(isRefusal ? REFUSED : NO_MICROPHONE)
  toast({ title: t('Microphone access denied'), description, tone: 'destructive' })
}

/** Errors of the browser's recogniser that are about the microphone. */
export const isAboutMicrophone = (error: RecogniserError | null): error is 'no-microphone' | 'not-allowed' =>
  error === 'no-microphone' || error === 'not-allowed'

export type OtherError = Exclude<RecogniserError, 'no-microphone' | 'not-allowed'>

/** Why the browser's own recogniser wrote nothing down, as sentences. */
export const RECOGNISER_LABELS: Record<OtherError, Message> = {
  'not-offered': msg('This browser does not let this page use its speech recognition. Please type instead.'),
  'no-language': msg('The speech recognition of this browser has no language pack for English. Please type instead.'),
  'no-network': msg(
    'The speech recognition of this browser needs the internet, and cannot reach it. Please type instead.',
  ),
  interrupted: msg('The speech recognition of this browser was interrupted. Is another app using the microphone?'),
  silent: msg('The speech recognition of this browser did not begin. Please try again, or type instead.'),
  failed: msg('The speech recognition of this browser failed. Please try again, or type instead.'),
}
