import { language, t } from '#domain/language/translate.ts'

/**
 * The pages the worker can answer without a server: static, without scripts, using the app's own stylesheet from the
 * cache.
 */

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  // The link back to the sign-out has to say where it comes from.
  'referrer-policy': 'same-origin',
}

interface GatePage {
  title: string
  sentences: string[]
  links: { href: string; words: string; main?: boolean }[]
}

function gatePage({ title, sentences, links }: GatePage, stylesheet: string | null): Response {
  const { locale, direction } = language()
  // not translated: markup
  const style = stylesheet ? `<link rel="stylesheet" href="${stylesheet}">` : ''
  const words = sentences.map((sentence) => `<p>${sentence}</p>`).join('')
  const buttons = links
    .map(
      // not translated: markup
      ({ href, words, main }) => `<a class="btn ${main ? 'btn--primary' : 'btn--plain'}" href="${href}">${words}</a>`,
    )
    .join('')
  // not translated: markup
  const markup = `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${title} · Dosewell</title>
${style}
</head>
<body>
<main class="gate">
<a class="brand" href="/"><img class="brand__mark" src="/icons/logo.svg" alt=""><span><span class="brand__name">Dosewell</span></span></a>
<div class="dialog"><h1>${title}</h1>${words}<div class="dialog__foot">${buttons}</div></div>
</main>
</body>
</html>
`
  return new Response(markup, { headers: HEADERS })
}

export const signedOutPage = (stylesheet: string | null): Response =>
  gatePage(
    {
      title: t('Signed out on this device'),
      sentences: [
        t('Nothing of yours is left here.'),
        t(
          'The server cannot be reached right now. Open Dosewell here once it can be, and the sign-out is finished everywhere.',
        ),
      ],
      links: [{ href: '/', words: t('Open Dosewell'), main: true }],
    },
    stylesheet,
  )

/** @param unsent how many changes exist on this device only */
export const signOutQuestion = (unsent: number, logoutPath: string, stylesheet: string | null): Response =>
  gatePage(
    {
      title: t('Sign out?'),
      sentences: [
        unsent === 0
          ? t(
              'The server cannot be reached. Signing out now removes everything of yours from this device; what is in your account stays there.',
            )
          : t(
              '{count, plural, one {# change is saved on this device only, because the server cannot be reached. Signing out now removes it.} other {{count} changes are saved on this device only, because the server cannot be reached. Signing out now removes them.}}',
              { count: unsent },
            ),
      ],
      links: [
        { href: logoutPath, words: unsent === 0 ? t('Sign out') : t('Sign out anyway') },
        { href: '/', words: t('Stay signed in'), main: true },
      ],
    },
    stylesheet,
  )
