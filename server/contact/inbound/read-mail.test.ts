import { describe, expect, it } from 'vitest'
import { readMail, TEXT_KEPT } from './read-mail.ts'

/** Builds a mail from its lines, as they come over the wire. */
const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const headers = ['From: Bo Lindqvist <Bo@Example.org>', 'Subject: Hello', 'Message-ID: <1@example.org>']
const html = (...lines: string[]) => mail(...headers, 'Content-Type: text/html; charset=utf-8', '', ...lines)

describe('what is read of a mail', () => {
  it('is its sender, its subject and its text', async () => {
    expect(await readMail(mail(...headers, '', 'How do I print?', ''))).toMatchObject({
      fromName: 'Bo Lindqvist',
      fromEmail: 'bo@example.org',
      subject: 'Hello',
      text: 'How do I print?',
      attachments: 0,
      isAutomatic: false,
    })
  })

  it('is in whatever letters it was written', async () => {
    const encoded = mail(
      'From: =?iso-8859-1?Q?J=FCrgen?= <j@example.org>',
      'Subject: =?utf-8?B?w5xiZXI=?=',
      'Content-Type: text/plain; charset=windows-1252',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=FC=DFe =80',
    )
    expect(await readMail(encoded)).toMatchObject({ fromName: 'Jürgen', subject: 'Über', text: 'Grüße €' })
  })

  it('of HTML is the words a person sees', async () => {
    const { text } = await readMail(
      html('<style>p{}</style><p>One &amp; two</p><script>alert(1)</script><img src="https://t.example/p.gif">'),
    )
    expect(text).toContain('One & two')
    expect(text).not.toMatch(/alert|<|p\{\}/)
  })

  it('names how many attachments were not kept, and holds nothing of them', async () => {
    const parts = mail(
      ...headers,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'See the picture.',
      ...['one.png', 'two.png'].flatMap((name) => [
        '--b',
        `Content-Type: image/png; name=${name}`,
        'Content-Transfer-Encoding: base64',
        `Content-Disposition: attachment; filename=${name}`,
        '',
        Buffer.from('SECRET'.repeat(100)).toString('base64'),
      ]),
      '--b--',
    )
    const { text, attachments } = await readMail(parts)
    expect([text, attachments]).toEqual(['See the picture.\n\n[2 attachments were not kept.]', 2])
  })

  it('is shortened where it is long, and that is said', async () => {
    const { text } = await readMail(mail(...headers, '', 'word '.repeat(TEXT_KEPT)))
    expect(text.length).toBeLessThan(TEXT_KEPT + 100)
    expect(text).toMatch(/\[The rest of this email was not kept\.\]$/)
  })

  it('can be stored: no NUL, no half characters, no line break in the subject', async () => {
    const odd = mail('From: a@example.org', 'Subject: =?utf-8?B?YQBiDQpj?=', '', 'one\0two')
    expect(await readMail(odd)).toMatchObject({ subject: 'ab c', text: 'onetwo' })
  })

  it.each([
    ['a holiday notice', 'Auto-Submitted: auto-replied'],
    ['a list', 'List-Id: <news.example.org>'],
    ['a mail to many', 'Precedence: bulk'],
    ['a bounce', 'Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
  ])('%s is known to be written by a machine', async (_what, header) => {
    expect((await readMail(mail(...headers, header, '', 'Text'))).isAutomatic).toBe(true)
  })

  it('says that a person wrote it where the mail says so', async () => {
    expect((await readMail(mail(...headers, 'Auto-Submitted: no', '', 'Text'))).isAutomatic).toBe(false)
  })

  it('is known again, however it came', async () => {
    const first = await readMail(mail('Received: by one', ...headers, '', 'Text'))
    const again = await readMail(mail('Received: by two', ...headers, '', 'Text'))
    const other = await readMail(mail('From: eve@example.org', 'Message-ID: <1@example.org>', '', 'Text'))
    expect(again.fingerprint).toBe(first.fingerprint)
    expect(other.fingerprint).not.toBe(first.fingerprint)
  })

  it('is refused when it has more parts than anybody writes', async () => {
    const parts = Array.from({ length: 500 }, () => ['--b', 'Content-Type: image/png', '', 'x']).flat()
    const many = mail(...headers, 'Content-Type: multipart/mixed; boundary=b', '', ...parts, '--b--')
    await expect(readMail(many)).rejects.toThrow()
  })
})
