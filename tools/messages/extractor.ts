import type { ExtractorType } from '@lingui/conf'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { messagesIn } from './find-messages.ts'

/** Tells the extraction of `@lingui/cli` how messages are written here. */
export const extractor: ExtractorType = {
  match: (file) => /\.tsx?$/.test(file),
  extract(file, code, onMessageExtracted) {
    for (const { text, context, line } of messagesIn(file, code)) {
      onMessageExtracted({
        id: generateMessageId(text, context),
        message: text,
        origin: [file, line],
        ...(context === undefined ? {} : { context }),
      })
    }
  },
}
