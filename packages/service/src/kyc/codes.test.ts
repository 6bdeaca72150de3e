import { CHECKOUT_PATHS, LIMITS } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer } from '../../test/buyer.ts'
import { isTwofold, startTestService, type TestService } from '../../test/harness.ts'
import { FULL_NAME, giveEmail, PHONE } from '../../test/kyc-customer.ts'
import { startKycSession } from '../../test/orders.ts'
import { sandboxKycProvider } from './sandbox-provider.ts'

interface Sending {
  readonly channel: string
  readonly destination: string
  readonly code: string
}
/** As those who send write an address or a number that they were given. */
const inItsOwnForm = (destination: string): string =>
  destination.toUpperCase().replace(/(\d{3})(\d{3})(\d{4})$/, ' ($1) $2-$3')

const tried: Sending[] = []
const sent: Sending[] = []
const languages: (string | null)[] = []
let isBroken = false
/** What whoever sends quotes besides. */
let answered = ''
let mailboxes = 0
let mailbox = ''
let service: TestService
let page: Buyer
beforeAll(async () => {
  const sender = {
    send: async (channel: string, destination: string, code: string, _signal: AbortSignal, language: string | null) => {
      tried.push({ channel, destination, code })
      if (isBroken) {
        const request = `[POST] "/send?to=${encodeURIComponent(destination)}"`
        throw new Error(
          `${request}: ${code} not sent to ${destination}: no such ${inItsOwnForm(destination)}${answered}`,
        )
      }
      sent.push({ channel, destination, code })
      languages.push(language)
    },
  }
  service = await startTestService({ overrides: { kyc: { provider: sandboxKycProvider, sender } } })
})
beforeEach(async () => {
  sent.length = 0
  isBroken = false
  answered = ''
  mailboxes += 1
  mailbox = `grace.hopper.${mailboxes}@example.com`
  page = await startKycSession(service, 2)
})
afterAll(() => service.close())

const lastCode = () => sent.at(-1)?.code ?? ''
const wrongCode = () => (lastCode() === '000000' ? '111111' : '000000')
const answerEmail = (code: string) => page.act(CHECKOUT_PATHS.kycEmailCode, { code })
const giveAddress = (email = mailbox) => page.act(CHECKOUT_PATHS.kycEmail, { email })
const resend = () => page.act(CHECKOUT_PATHS.kycEmailResend)

describe('decisions.md §5: one-time codes with a real sender', () => {
  test('are six random digits, sent to the address and to the number in E.164', async () => {
    await giveAddress()
    expect(sent).toEqual([{ channel: 'email', destination: mailbox, code: expect.stringMatching(/^\d{6}$/) }])
    await answerEmail(lastCode())
    await page.act(CHECKOUT_PATHS.kycIdentity, { full_name: FULL_NAME, phone: '+1 555 555 0123' })
    expect(sent.at(-1)).toMatchObject({ channel: 'phone', destination: PHONE })
    expect(await page.act(CHECKOUT_PATHS.kycPhoneCode, { code: lastCode() })).toMatchObject({ step: 'kyc_approved' })
  })

  test('come with the language that the browser prefers as it asks for each', async () => {
    languages.length = 0
    const ask = (path: string, body: object, language: string) =>
      page.send(path, { method: 'POST', body, headers: { 'accept-language': language } })
    await ask(CHECKOUT_PATHS.kycEmail, { email: mailbox }, 'de-at, en;q=0.5')
    await ask(CHECKOUT_PATHS.kycEmailResend, {}, '*')
    await answerEmail(lastCode())
    await ask(CHECKOUT_PATHS.kycIdentity, { full_name: FULL_NAME, phone: PHONE }, 'ar')
    await ask(CHECKOUT_PATHS.kycPhoneResend, {}, 'ja')
    expect(languages).toEqual(['de-AT', null, 'ar', 'ja'])
  })

  test('are used up by the right answer', async () => {
    const stored = async () => (await service.deps.db.selectFrom('kyc_codes').select('sent_at').execute()).length
    const before = await stored()
    await giveAddress()
    expect(await stored()).toBe(before + 1)
    await answerEmail(lastCode())
    expect(await stored()).toBe(before)
  })

  test(`are worth nothing after ${LIMITS.codeAttempts} wrong answers; a new one helps`, async () => {
    await giveAddress()
    const right = lastCode()
    const problems = []
    for (let count = 0; count < LIMITS.codeAttempts; count += 1) problems.push((await answerEmail(wrongCode())).problem)
    expect(problems).toEqual(['code_wrong', 'code_wrong', 'code_wrong', 'code_wrong', 'code_exhausted'])
    expect(await answerEmail(right)).toMatchObject({ step: 'kyc_email_code', problem: 'code_exhausted' })
    expect(await resend()).toMatchObject({ problem: null })
    expect(await answerEmail(lastCode())).toMatchObject({ step: 'kyc_identity' })
  })

  test('are taken with the spaces and hyphens that people put between digits', async () => {
    await giveAddress()
    const code = lastCode()
    expect(await answerEmail(` ${code.slice(0, 3)}- ${code.slice(3)} `)).toMatchObject({ step: 'kyc_identity' })
  })

  test('cannot be guessed by many requests at once', async () => {
    await giveAddress()
    const guesses = await Promise.all(Array.from({ length: 30 }, () => answerEmail(wrongCode())))
    const compared = guesses.filter(({ problem }) => problem === 'code_wrong')
    expect(compared).toHaveLength(LIMITS.codeAttempts - 1)
  })

  test(`are good for ${LIMITS.codeMinutes} minutes`, async () => {
    await giveAddress()
    service.clock.advance(LIMITS.codeMinutes * 60_000)
    expect(await answerEmail(lastCode())).toMatchObject({ step: 'kyc_email_code', problem: 'code_expired' })
    await resend()
    expect(await answerEmail(lastCode())).toMatchObject({ step: 'kyc_identity' })
  })

  test(`go to one address ${LIMITS.codesSent} times at most, and to as many addresses`, async () => {
    await giveAddress()
    for (let count = 1; count < LIMITS.codesSent; count += 1) expect(await resend()).toMatchObject({ problem: null })
    expect(await resend()).toMatchObject({ step: 'kyc_email_code', problem: 'code_limit' })
    expect(sent).toHaveLength(LIMITS.codesSent)
    for (let count = 1; count < LIMITS.codesSent; count += 1) {
      expect(await giveAddress(`grace${count}@example.com`)).toMatchObject({ problem: null })
    }
    expect(await giveAddress('one.more@example.com')).toMatchObject({ problem: 'code_limit' })
    // The code that was sent last is still the one to answer.
    expect(await answerEmail(lastCode())).toMatchObject({ step: 'kyc_identity', problem: null })
  })

  test('count as sent after 15 seconds where it is never told what became of them, as by an earlier version', async () => {
    await giveAddress()
    const untold = service.deps.db
      .updateTable('kyc_codes')
      .set({ handed_over: null })
      .where('handed_over', 'is not', null)
    await untold.execute()
    service.clock.advance(14_999)
    expect(await page.view()).toMatchObject({ sent_to: null, problem: null })
    service.clock.advance(1)
    expect(await page.view()).toMatchObject({ sent_to: 'g•••@example.com', problem: null })
    expect(await resend()).toMatchObject({ last_code: 2 })
  })

  test('are not sent twice for a double click, and the first stays good', async () => {
    await Promise.all([giveAddress(), giveAddress()])
    expect(sent).toHaveLength(1)
    expect(await answerEmail(lastCode())).toMatchObject({ step: 'kyc_identity' })
  })

  test('are sent anew to the same address after a wrong answer, and after five seconds', async () => {
    await giveAddress()
    await answerEmail(wrongCode())
    await giveAddress()
    expect(sent).toHaveLength(2)
    service.clock.advance(4_999)
    await giveAddress()
    expect(sent).toHaveLength(2)
    service.clock.advance(1)
    await giveAddress()
    expect(sent).toHaveLength(3)
  })

  test('go to another address where the first was mistyped, whose code is then worth nothing', async () => {
    await giveAddress('grcae@example.com')
    const first = lastCode()
    await giveAddress()
    expect(await answerEmail(first === lastCode() ? wrongCode() : first)).toMatchObject({ problem: 'code_wrong' })
    expect(await answerEmail(lastCode())).toMatchObject({ step: 'kyc_identity' })
  })

  test('are each session’s own, whatever becomes of those of another', async () => {
    for (let count = 1; count < LIMITS.codesSent; count += 1) await giveAddress(`${count}.${mailbox}`)
    await giveAddress()
    const other = await startKycSession(service, 2)
    expect(await other.act(CHECKOUT_PATHS.kycEmail, { email: `other.${mailbox}` })).toMatchObject({ problem: null })
    const code = lastCode()
    for (let count = 0; count < LIMITS.codeAttempts; count += 1) await answerEmail('no code')
    await resend()
    expect(await answerEmail(lastCode())).toMatchObject({ step: 'kyc_identity' })
    expect(await other.act(CHECKOUT_PATHS.kycEmailCode, { code })).toMatchObject({ step: 'kyc_identity' })
  })

  describe.each([
    ['email', CHECKOUT_PATHS.kycEmail, CHECKOUT_PATHS.kycEmailResend, CHECKOUT_PATHS.kycEmailCode],
    ['phone', CHECKOUT_PATHS.kycIdentity, CHECKOUT_PATHS.kycPhoneResend, CHECKOUT_PATHS.kycPhoneCode],
  ] as const)('that could not be sent by %s', (channel, path, resendPath, codePath) => {
    const step = `kyc_${channel}_code`
    let shown: string
    const toldOf = { step, problem: 'code_not_sent', sent_to: null }
    const give = (to = shown) => page.act(path, { email: to, full_name: FULL_NAME, phone: to })
    const again = () => page.act(resendPath)
    beforeEach(async () => {
      shown = channel === 'email' ? mailbox : `+1555555${2000 + mailboxes}`
      if (channel === 'phone') {
        await giveAddress()
        await answerEmail(lastCode())
      }
      tried.length = 0
    })

    test('are told as such, to whoever looks or repeats the request as well, and the next one mends it', async () => {
      isBroken = true
      expect(await give()).toMatchObject(toldOf)
      expect(await give()).toMatchObject(toldOf)
      const view = await page.view()
      expect(view).toMatchObject(toldOf)
      expect(view).not.toHaveProperty('last_code')
      expect(tried).toHaveLength(1)
      isBroken = false
      expect(await again()).toMatchObject({ step, problem: null, sent_to: expect.any(String), last_code: 2 })
      isBroken = true
      expect(await again()).toMatchObject({ ...toldOf, last_code: 2 })
      expect(await page.act(codePath, { code: wrongCode() })).toMatchObject({ problem: 'code_wrong', sent_to: null })
      isBroken = false
      expect(await again()).toMatchObject({ step, problem: null, last_code: 4 })
      expect((await page.act(codePath, { code: lastCode() })).step).not.toBe(step)
    })

    test('do not count as those of the session, whose customer gets them once they are sent', async () => {
      isBroken = true
      await give()
      for (let count = 1; count < LIMITS.codesSent; count += 1) expect(await again()).toMatchObject(toldOf)
      isBroken = false
      for (let count = 0; count < LIMITS.codesSent; count += 1) expect(await again()).toMatchObject({ problem: null })
      expect(await again()).toMatchObject({ step, problem: 'code_limit' })
      expect((await page.act(codePath, { code: lastCode() })).step).not.toBe(step)
    })

    test('count by the hour, should they have been sent for all that', async () => {
      isBroken = true
      await give()
      for (let nr = 1; nr < LIMITS.codesPerDestination.hour; nr += 1) expect(await again()).toMatchObject(toldOf)
      expect(await again()).toMatchObject({ step, problem: 'code_later', sent_to: null })
      expect(tried).toHaveLength(LIMITS.codesPerDestination.hour)
    })

    test('go to as many addresses as those that were', async () => {
      isBroken = true
      await give()
      const other = (nr: number) => (channel === 'email' ? `${nr}.${mailbox}` : `+1555556${2000 + 10 * mailboxes + nr}`)
      for (let count = 1; count < LIMITS.codesSent; count += 1) expect(await give(other(count))).toMatchObject(toldOf)
      expect(await give(other(LIMITS.codesSent))).toMatchObject({ problem: 'code_limit' })
      expect(tried).toHaveLength(LIMITS.codesSent)
    })

    test.skipIf(isTwofold)('are counted at /metrics apart from those that were', async () => {
      const counted = async (outcome: string) => {
        const { text } = await service.request('/metrics')
        const counter = `coinslot_one_time_codes_total{channel="${channel}",outcome="${outcome}"} `
        return Number(text.split(counter)[1]?.split('\n')[0] ?? 0)
      }
      const before = [await counted('failed'), await counted('sent')] as const
      isBroken = true
      await give()
      await again()
      isBroken = false
      await again()
      expect([await counted('failed'), await counted('sent')]).toEqual([before[0] + 2, before[1] + 1])
    })

    test('are errors in the log, which names neither them nor where they were to go', async () => {
      isBroken = true
      const before = service.logs.length
      await give()
      const lines = service.logs.slice(before).map((line) => JSON.parse(line))
      const error = expect.objectContaining({
        code: 'code_not_sent',
        message: `A code could not be sent by ${channel} ([POST] "/send?to=•••": ••• not sent to •••: no such •••)`,
      })
      expect(lines).toContainEqual(expect.objectContaining({ level: 50, err: error }))
      const [attempt] = tried
      expect(JSON.stringify(lines)).not.toMatch(new RegExp(`\\b${attempt?.code}\\b`))
      const destination = attempt?.destination ?? ''
      expect(JSON.stringify(lines)).not.toContain(destination)
      expect(JSON.stringify(lines)).not.toContain(encodeURIComponent(destination))
      expect(JSON.stringify(lines)).not.toContain(inItsOwnForm(destination))
    })

    test('are in the log without the rest of a page that their sender quotes', async () => {
      isBroken = true
      answered = `: ${'<p>+1 (555) 555-0123</p>'.repeat(50_000)}`
      const before = service.logs.length
      await give()
      const [line = ''] = service.logs.slice(before).filter((each) => each.includes('code_not_sent'))
      expect(line.length).toBeLessThan(10_000)
      expect(line).toContain('characters)')
      // The session's id and the time may have these digits as well.
      const { message, stack } = JSON.parse(line).err
      expect(message).not.toMatch(/555/)
      expect(stack.split('\n    at ')[0]).not.toMatch(/555/)
    })
  })
})

describe('what a customer types', () => {
  test.each(['', 'grace', 'grace@', `${'x'.repeat(250)}@example.com`])('%j is no e-mail address', async (email) =>
    expect(await giveAddress(email)).toMatchObject({ step: 'kyc_email', problem: 'email' }),
  )

  test.each([
    [{ full_name: '', phone: PHONE }, 'full_name'],
    [{ full_name: ' 123 ', phone: PHONE }, 'full_name'],
    [{ full_name: FULL_NAME, phone: '' }, 'phone'],
    [{ full_name: FULL_NAME, phone: '555 0123' }, 'phone'],
    [{ full_name: FULL_NAME, phone: '+1' }, 'phone'],
    [{ full_name: FULL_NAME, phone: 'call me' }, 'phone'],
  ])('%j breaks a rule', async (identity, problem) => {
    await giveAddress()
    await answerEmail(lastCode())
    expect(await page.act(CHECKOUT_PATHS.kycIdentity, identity)).toMatchObject({ step: 'kyc_identity', problem })
  })

  test('names of any script, and numbers with 00 in front, are taken', async () => {
    await giveAddress()
    await answerEmail(lastCode())
    const identity = { full_name: '山田 花子', phone: '0081 90 1234 5678' }
    expect(await page.act(CHECKOUT_PATHS.kycIdentity, identity)).toMatchObject({ step: 'kyc_phone_code' })
    expect(sent.at(-1)?.destination).toBe('+819012345678')
  })

  test.each([
    [{ street: ' ' }, 'address'],
    [{ city: '' }, 'address'],
    [{ country: 'ZZ' }, 'country'],
    [{ country: 'usa' }, 'country'],
  ])('an address with %j breaks a rule', async (change, problem) => {
    const third = await startKycSession(service, 3)
    await third.act(CHECKOUT_PATHS.kycEmail, { email: mailbox })
    await third.act(CHECKOUT_PATHS.kycEmailCode, { code: lastCode() })
    await third.act(CHECKOUT_PATHS.kycIdentity, { full_name: FULL_NAME, phone: PHONE })
    await third.act(CHECKOUT_PATHS.kycPhoneCode, { code: lastCode() })
    const address = { street: '1 Navy Yard', city: 'Arlington', postal_code: '22202', country: 'US', ...change }
    expect(await third.act(CHECKOUT_PATHS.kycAddress, address)).toMatchObject({ step: 'kyc_address', problem })
  })

  test('outside sandbox mode’s services the published codes are worth nothing', async () => {
    expect(await giveEmail(page)).toMatchObject(
      lastCode() === '947293' ? { step: 'kyc_identity' } : { step: 'kyc_email_code', problem: 'code_wrong' },
    )
  })
})
