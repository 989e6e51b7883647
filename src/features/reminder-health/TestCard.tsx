import { BellRing, Check } from 'lucide-react'
import { useState } from 'react'
import { clockText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { useFirstRun } from '#src/session/first-run.ts'
import { answerTest, keepPush, type PushOwner, sendTest, usePush, usePushOwner } from '#src/session/push.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Card } from '#src/ui/Card.tsx'
import type { Facts } from './health.ts'
import { delayText } from './health-checks.ts'
import { arriveSteps, platformOf } from './platform.ts'
import { Steps } from './Steps.tsx'

/** A test message, and the question whether the user saw it: the only proof that counts. */
export function TestCard({ facts }: { facts: Facts }) {
  const owner = usePushOwner()
  const { test, isBusy } = usePush()
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const canSend = facts.push?.kind === 'on'
  // Trying again would not help there.
  if (facts.push?.kind === 'unsupported') return null

  const send = async () => {
    setSending(true)
    setTrouble(null)
    setTrouble(await troubleOf(owner))
    setSending(false)
  }

  return (
    <Card as="section" aria-labelledby="test">
      <h2 id="test">{t('Test reminder')}</h2>
      <p className="quiet">
        {canSend
          ? t(
              'Press the button, then lock your phone at once. The test should light it up within seconds; on a computer it appears in a corner.',
            )
          : t('A test can be sent once this device is set up.')}
      </p>
      {test ? <TestResult /> : null}
      {trouble ? (
        <p className="health__trouble" role="alert">
          {trouble}
        </p>
      ) : null}
      {canSend ? (
        <Button
          variant={test?.seen === true ? 'plain' : 'primary'}
          block
          busy={sending ? t('Lock your phone now') : undefined}
          onClick={() => void send()}
        >
          <BellRing className="icon" aria-hidden />
          {test ? t('Send another test') : t('Send a test reminder')}
        </Button>
      ) : (
        <Button variant="plain" block busy={isBusy ? t('Setting up') : undefined} onClick={() => void keepPush(owner)}>
          {t('Try again')}
        </Button>
      )}
    </Card>
  )
}

/** Returns null if it was sent. */
async function troubleOf(owner: PushOwner): Promise<string | null> {
  const answer = await sendTest(owner)
  if (answer.kind === 'refused') return answer.sentence
  if (answer.kind === 'later') return t('The server can’t be reached right now. Try again when you are online.')
  switch (answer.value.outcome) {
    case 'delivered':
      return null
    case 'gone':
      await keepPush(owner)
      return t('This device’s subscription had ended. It was set up again: send another test.')
    case 'refused':
      return t('The push service of this browser refused the test.')
    case 'failed':
      return t('The push service of this browser could not be reached. Try again in a minute.')
  }
}

function TestResult() {
  const { zone } = useSession()
  const { test } = usePush()
  const isFirstRun = useFirstRun((run) => run.isOn)
  if (!test) return null
  const sentAt = msOf(test.sentAt)
  const time = clockText(sentAt, zone)
  const sentText = test.shownAt
    ? t('Sent at {time}. Arrived after {delay}.', { time, delay: delayText(msOf(test.shownAt) - sentAt) })
    : test.seen === false
      ? t('Sent at {time}.', { time })
      : t('Sent at {time}. It is on its way.', { time })
  return (
    <>
      <p role="status">{sentText}</p>
      {test.seen === null ? (
        <div className="health__question">
          <p>
            <strong>{t('Did you see it?')}</strong>
          </p>
          <div className="btns">
            <Button variant="soft" onClick={() => void answerTest(true)}>
              <Check className="icon" aria-hidden />
              {t('Yes, I saw it')}
            </Button>
            <Button variant="plain" onClick={() => void answerTest(false)}>
              {t('No')}
            </Button>
          </div>
        </div>
      ) : null}
      {test.seen === true && isFirstRun ? (
        <>
          <p>{t('That is it: this device will remind you.')}</p>
          <ButtonLink variant="primary" block to={PAGES.home}>
            {t('Go to Home')}
          </ButtonLink>
        </>
      ) : null}
      {test.seen === false ? <Repair isShown={test.shownAt !== null} /> : null}
    </>
  )
}

/** @param isShown the worker showed it, so it is the system that hides it from the user */
function Repair({ isShown }: { isShown: boolean }) {
  return (
    <div>
      <p>
        {isShown
          ? t('The browser did show it, so something on this device hides notifications:')
          : t('It has not arrived. The most common reasons:')}
      </p>
      <Steps steps={arriveSteps(platformOf(navigator.userAgent, navigator.maxTouchPoints))} />
    </div>
  )
}
