import { CircleAlert } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { SHARED_AT_ONCE, type ShareProblem, shareProblemIn } from '#domain/protocol/share.ts'
import { Notice } from '#src/ui/Notice.tsx'

const SAYS = {
  missed: {
    title: msg('The picture has not arrived'),
    words: msg('This device was not ready for it yet. Share it once more, or upload it here.'),
  },
  'no-picture': {
    title: msg('What was shared is not a picture'),
    words: msg('Share a picture: JPEG, PNG, WebP or HEIC.'),
  },
  'too-large': { title: msg('The picture is larger than 15 MB'), words: msg('Take a photo of the label instead.') },
  'too-many': {
    title: msg('At most {count} pictures can wait here'),
    words: msg('Those below are here. Share the others when these are done.'),
  },
  'not-stored': {
    title: msg('The picture could not be stored on this device'),
    words: msg('Free some space and share it again, or upload it here.'),
  },
} satisfies Record<ShareProblem, { title: Message; words: Message }>

/** What went wrong with a picture that was shared from another app. */
export function ShareNotice() {
  const [params] = useSearchParams()
  const problem = shareProblemIn(params)
  if (problem === null) return null
  const { title, words } = SAYS[problem]
  return (
    <Notice tone="due" role="alert" icon={<CircleAlert className="icon" />} title={t(title, { count: SHARED_AT_ONCE })}>
      {t(words)}
    </Notice>
  )
}
