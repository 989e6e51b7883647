import { CircleAlert } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { SHARED_AT_ONCE, type ShareProblem, shareProblemIn } from '#domain/protocol/share.ts'
import { Notice } from '#src/ui/Notice.tsx'

const SAYS: Record<ShareProblem, { title: string; words: string }> = {
  missed: {
    title: 'The picture has not arrived',
    words: 'This device was not ready for it yet. Share it once more, or upload it here.',
  },
  'no-picture': {
    title: 'What was shared is not a picture',
    words: 'Share a picture: JPEG, PNG, WebP or HEIC.',
  },
  'too-large': { title: 'The picture is larger than 15 MB', words: 'Take a photo of the label instead.' },
  'too-many': {
    title: `At most ${SHARED_AT_ONCE} pictures can wait here`,
    words: 'Those below are here. Share the others when these are done.',
  },
  'not-stored': {
    title: 'The picture could not be stored on this device',
    words: 'Free some space and share it again, or upload it here.',
  },
}

/** What went wrong with a picture that was shared from another app. */
export function ShareNotice() {
  const [params] = useSearchParams()
  const problem = shareProblemIn(params)
  if (problem === null) return null
  const { title, words } = SAYS[problem]
  return (
    <Notice tone="due" role="alert" icon={<CircleAlert className="icon" />} title={title}>
      {words}
    </Notice>
  )
}
