import { expect, it } from 'vitest'
import { mailBody } from './mail-body.ts'

it('a mail says the same in plain text and in HTML, and its links can be followed in both', () => {
  const link = 'https://dosewell.example/consent?a=1&b=2'
  expect(mailBody(['Hello,', { says: 'Open this page:', link }, { link }])).toEqual({
    text: `Hello,\n\nOpen this page:\n${link}\n\n${link}\n`,
    html: `<!doctype html>
<html lang="en-AU"><body>
<p>Hello,</p>
<p>Open this page:<br><a href="https://dosewell.example/consent?a=1&amp;b=2">https://dosewell.example/consent?a=1&amp;b=2</a></p>
<p><a href="https://dosewell.example/consent?a=1&amp;b=2">https://dosewell.example/consent?a=1&amp;b=2</a></p>
</body></html>
`,
  })
})

it('what a person typed into a name is no markup in a mail', () => {
  expect(mailBody(['<b>Ann</b> asks']).html).toContain('<p>&lt;b&gt;Ann&lt;/b&gt; asks</p>')
})
