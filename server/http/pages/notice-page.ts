import { gatePage } from './gate.ts'
import { type Html, html } from './html.ts'

/** Returns a page with one sentence and one link, shown when a page cannot do its job. */
export function noticePage(page: { title: string; sentence: string; link: { href: string; words: string } }): string {
  const card: Html = html`<div class="dialog">
<h1>${page.title}</h1>
<p>${page.sentence}</p>
<a class="btn btn--primary btn--lg btn--block" href="${page.link.href}">${page.link.words}</a>
</div>`
  return gatePage({ title: page.title, card })
}
