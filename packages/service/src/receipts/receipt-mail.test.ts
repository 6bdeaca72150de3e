import { describe, expect, test, vi } from 'vitest'
import { receiptMail } from './receipt-mail.ts'
import type { ReceiptFacts } from './receipt-store.ts'
import { RECEIPT_WORDS } from './receipt-words.ts'

const facts = (change: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  intentId: '0d5a4d4e-0000-4000-8000-000000000001',
  itemTitle: '100 coins',
  amount: '9.99',
  currency: 'USD',
  merchant: 'Sword & Sons',
  termsUrl: 'https://shop.example/terms?a=1&b=2',
  privacyUrl: null,
  card: { brand: 'american-express', lastFour: '0005' },
  reference: null,
  paidAt: new Date('2026-03-14T23:30:00Z'),
  ...change,
})

describe('a receipt', () => {
  test('says what was bought, for how much, from whom, by which card, under which reference, and when', () => {
    expect(receiptMail(facts(), null, false).text).toBe(
      [
        'We charged $9.99 to your card.',
        '',
        'Item: 100 coins',
        'Amount: $9.99',
        'Paid to: Sword & Sons',
        'Card: American Express ••••\u00a00005',
        'Reference: 0d5a4d4e-0000-4000-8000-000000000001',
        'Time: Mar 14, 2026, 11:30 PM UTC',
        '',
        'Terms: https://shop.example/terms?a=1&b=2',
        '',
      ].join('\n'),
    )
  })

  test('has the same in its HTML, without what there is nothing to say of', () => {
    const told = facts({ card: null, termsUrl: null, itemTitle: ' 100 coins\n' })
    const { id, html, subject, text } = receiptMail(told, null, true)
    const cell = 'padding:4px 0;word-break:break-word'
    const name = 'padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:normal;white-space:nowrap'
    const rows = [
      ['Item', '100 coins'],
      ['Amount', '$9.99'],
      ['Paid to', 'Sword &amp; Sons'],
      ['Reference', told.intentId],
      ['Time', 'Mar 14, 2026, 11:30 PM UTC'],
    ].map(
      ([key, value]) =>
        `<tr><th scope="row" style="${name}">${key}</th><td style="${cell}"><bdi>${value}</bdi></td></tr>`,
    )
    expect({ id, subject }).toEqual({ id: `receipt.${told.intentId}`, subject: 'Your receipt from Sword & Sons' })
    expect(html).toBe(
      [
        '<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
        '<title>Your receipt from Sword &amp; Sons</title></head>',
        '<body><div lang="en" dir="ltr" style="font-family:sans-serif">',
        '<p>We charged $9.99 to your card.</p>',
        `<p>${RECEIPT_WORDS.en.test}</p>`,
        `<table style="border-collapse:collapse">${rows.join('')}</table>`,
        '</div></body></html>\n',
      ].join('\n'),
    )
    expect(text).toMatch(/^We charged \$9\.99 to your card\.\n.+\n\nItem: 100 coins\n[^]*UTC\n$/)
  })

  test.each([
    ['visa', 'Visa ••••\u00a00005'],
    ['card', '••••\u00a00005'],
    ['a-brand-of-tomorrow', '••••\u00a00005'],
  ])('names the card of the brand %s', (brand, name) => {
    expect(receiptMail(facts({ card: { brand, lastFour: '0005' } }), null, false).text).toContain(`\nCard: ${name}\n`)
  })

  test('has the terms and the privacy policy of the merchant side by side', () => {
    const { html, text } = receiptMail(facts({ privacyUrl: 'https://shop.example/privacy' }), null, false)
    expect(html).toContain('terms?a=1&amp;b=2">Terms</a> · <a href="https://shop.example/privacy">')
    expect(text).toMatch(/\n\nTerms: https:\S+\n[^\n]+: https:\/\/shop\.example\/privacy\n$/)
  })

  test('tells the time of the world, wherever the service runs', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    const { text } = receiptMail(facts(), null, false)
    vi.unstubAllEnvs()
    expect(text).toContain('Time: Mar 14, 2026, 11:30 PM UTC')
  })

  test('has one kind of digits, those of the card, also where prices are written with others', () => {
    const { text } = receiptMail(facts(), 'ar-EG', false)
    expect(text).toMatch(/9\.99.*2026/s)
    expect(text).not.toMatch(/[٠-٩]/)
  })

  test('has no picture and no link but those that the merchant gave', () => {
    const { html } = receiptMail(facts(), null, false)
    expect(html).not.toMatch(/<img|src=|url\(/)
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      'https://shop.example/terms?a=1&amp;b=2',
    ])
  })

  test('keeps what others wrote to its line, and out of its markup', () => {
    const itemTitle = 'Gold\r\nAmount: $0.00\u202e\u2028<img src=x onerror="alert(1)">'
    const written = { itemTitle, merchant: 'A\r\nBcc: b@c', reference: 'order-1\nAmount: $0.00' }
    const { text, html, subject } = receiptMail(facts(written), null, false)
    expect(text).toContain('Item: Gold Amount: $0.00 <img src=x onerror="alert(1)">\n')
    expect(html).toContain('<bdi>Gold Amount: $0.00 &lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
    expect(text).toContain('Reference: order-1 Amount: $0.00\n')
    expect(subject).toBe('Your receipt from A Bcc: b@c')
  })

  test('keeps together what reads the other way: marks at its end, and the groups of a number', () => {
    const reference = '12345678-1234-4000-8000-000000000001'
    const arabic = receiptMail(facts({ merchant: 'Yahoo!', itemTitle: 'Coins (500)', reference }), 'ar', false)
    expect(arabic.subject).toBe(RECEIPT_WORDS.ar.subject('\u2068Yahoo!\u2069'))
    for (const value of ['Yahoo!', 'Coins (500)', reference]) expect(arabic.text).toContain(`: \u2068${value}\u2069\n`)
    expect(arabic.text).toMatch(/: https:\S+b=2\n$/)
    const english = receiptMail(facts({ merchant: 'متجر!' }), 'en', false)
    expect(english.subject).toBe('Your receipt from \u2068متجر!\u2069')
    expect(english.text).toContain('Item: 100 coins\n')
  })

  test.each([
    ['en', 'padding:4px 16px 4px 0;text-align:left'],
    ['ar', 'padding:4px 0 4px 16px;text-align:right'],
  ])('has the space between a name and its value on the right side in %s', (language, style) => {
    expect(receiptMail(facts(), language, false).html).toContain(`<th scope="row" style="${style};`)
  })

  test('has its language and direction within its body too: mail programs on the web show no more than that', () => {
    const [, body] = /<body>(.*)<\/body>/s.exec(receiptMail(facts(), 'ar', false).html) ?? []
    expect(body).toMatch(/^<div lang="ar" dir="rtl" [^]*<\/div>$/)
  })

  test('writes the mark between a name and its value as the language does', () => {
    expect(receiptMail(facts(), 'fr', false).text).toContain('Article\u202f: 100 coins\n')
    expect(receiptMail(facts(), 'ja', false).text).toContain('商品：100 coins\n')
  })

  test('says of a test that no money was taken', () => {
    expect(receiptMail(facts(), 'fr-CA', true).text).toContain(RECEIPT_WORDS.fr.test)
  })

  test.each(Object.keys(RECEIPT_WORDS))('is written in %s', (language) => {
    const { html, text, subject } = receiptMail(facts(), language, false)
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(text).toMatch(/ UTC\u2069?$/m)
    expect(subject).toContain('Sword & Sons')
  })

  test('is in English where the language is not spoken', () => {
    expect(receiptMail(facts(), 'sv-SE', false)).toEqual(receiptMail(facts(), 'en', false))
  })
})
