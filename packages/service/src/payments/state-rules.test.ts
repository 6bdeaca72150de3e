import { LIMITS } from '@coinslot/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type IntentAction, type IntentState, isFinal, isPayable, shownStatus, transition } from './state-rules.ts'

const start = new Date('2026-01-01T12:00:00Z')
const expiresAt = new Date(start.getTime() + LIMITS.intentMinutes * 60_000)
const created: IntentState = { status: 'Created', refusals: 0, expiresAt }
const before = new Date(expiresAt.getTime() - 1)

const action = fc.constantFrom<IntentAction>('approve', 'refuse', 'close', 'expire')
/** Actions at times that never go back, around the moment of expiry. */
const history = fc
  .array(fc.record({ action, elapsedMs: fc.integer({ min: 0, max: 10 * 60_000 }) }), { maxLength: 30 })
  .map((steps) => {
    let at = start.getTime()
    return steps.map((step) => ({ action: step.action, at: new Date((at += step.elapsedMs)) }))
  })
const statesOf = (steps: readonly { action: IntentAction; at: Date }[]) => {
  let state = created
  return steps.map((step) => ({ ...step, from: state, to: (state = transition(state, step.action, step.at)) }))
}

describe('decisions.md §3: Created → Approved | Declined | Expired', () => {
  test('approves before the time is up', () => {
    expect(transition(created, 'approve', before).status).toBe('Approved')
  })

  test('expires 30 minutes after creation, not a millisecond sooner', () => {
    expect(transition(created, 'expire', before)).toBe(created)
    expect(transition(created, 'expire', expiresAt).status).toBe('Expired')
  })

  test('expires instead of approving, refusing or closing once the time is up', () => {
    for (const late of ['approve', 'refuse', 'close'] as const) {
      expect(transition({ ...created, refusals: 2 }, late, expiresAt).status).toBe('Expired')
    }
  })

  test('stays Created for two refusals and is Declined by the third', () => {
    const once = transition(created, 'refuse', before)
    const twice = transition(once, 'refuse', before)
    expect([once.status, twice.status]).toEqual(['Created', 'Created'])
    expect(transition(twice, 'refuse', before)).toMatchObject({ status: 'Declined', refusals: LIMITS.cardAttempts })
  })

  test('is Declined by closing after a refusal, and untouched by closing before any', () => {
    expect(transition(created, 'close', before)).toBe(created)
    expect(transition(transition(created, 'refuse', before), 'close', before).status).toBe('Declined')
  })

  test('shows Expired before the sweep has written it, and a final status for ever', () => {
    expect(shownStatus('Created', expiresAt, before)).toBe('Created')
    expect(shownStatus('Created', expiresAt, expiresAt)).toBe('Expired')
    expect(shownStatus('Approved', expiresAt, expiresAt)).toBe('Approved')
  })

  test('takes a card until its time is up, and none in front of a gate, or where it never was an intent', () => {
    const open = { status: 'Created', errorCode: null, kycPassedAt: null, expiresAt } as const
    expect([isPayable(open, before), isPayable(open, expiresAt)]).toEqual([true, false])
    const gated = { ...open, errorCode: 'ERR06' } as const
    expect([isPayable(gated, before), isPayable({ ...gated, kycPassedAt: start }, before)]).toEqual([false, true])
    for (const closed of [{ status: 'Declined' }, { status: 'Refused' }, { errorCode: 'ERR01' }] as const) {
      expect(isPayable({ ...open, ...closed }, before)).toBe(false)
    }
  })

  test('never leaves a final status, whatever follows', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const fromFinal = statesOf(steps).filter(({ from }) => isFinal(from.status))
        expect(fromFinal.map(({ to }) => to)).toEqual(fromFinal.map(({ from }) => from))
      }),
    )
    expect(isFinal(transition(created, 'approve', before).status)).toBe(true)
  })

  test('never shows a final status that changes later', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const shown = statesOf(steps).map(({ to, at }) => shownStatus(to.status, expiresAt, at))
        const sinceFinal = shown.slice(shown.findIndex(isFinal))
        expect(shown.some(isFinal) ? new Set(sinceFinal).size : 1).toBe(1)
      }),
    )
    expect(isFinal(shownStatus('Created', expiresAt, expiresAt))).toBe(true)
  })

  test('counts at most three refusals, and is Declined exactly by the third or by closing after one', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const { action: taken, from, to, at } of statesOf(steps)) {
          expect(to.refusals).toBeLessThanOrEqual(LIMITS.cardAttempts)
          const declines =
            !isFinal(from.status) &&
            at < expiresAt &&
            ((taken === 'refuse' && from.refusals === LIMITS.cardAttempts - 1) ||
              (taken === 'close' && from.refusals > 0))
          expect(to.status === 'Declined' && from.status !== 'Declined').toBe(declines)
        }
      }),
    )
  })
})
