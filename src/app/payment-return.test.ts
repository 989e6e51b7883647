import { describe, expect, it } from 'vitest'
import { paymentReturnOf, paymentText } from './payment-return.ts'

describe('coming back from paying (specification, section 4)', () => {
  it('an ordinary address is none', () => {
    expect(paymentReturnOf('')).toBeNull()
    expect(paymentReturnOf('?dose=abc')).toBeNull()
  })

  it.each([
    ['?payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded', 'succeeded', false],
    ['?setup_intent=seti_1&setup_intent_client_secret=s&redirect_status=succeeded', 'succeeded', true],
    ['?payment_intent=pi_1&redirect_status=processing', 'processing', false],
    ['?payment_intent=pi_1&redirect_status=failed', 'failed', false],
    ['?payment_intent=pi_1&redirect_status=requires_payment_method', 'failed', false],
    ['?payment_intent=pi_1', 'failed', false],
  ] as const)('%s is %s, for later is %s, and nothing of it stays in the address', (query, status, isLater) => {
    expect(paymentReturnOf(query)).toEqual({ search: '', status, isLater })
  })

  it('a success without a payment is none', () => {
    expect(paymentReturnOf('?redirect_status=succeeded')?.status).toBe('failed')
  })

  it('what else the address says stays', () => {
    expect(paymentReturnOf('?dose=abc&payment_intent=pi_1&redirect_status=succeeded')?.search).toBe('?dose=abc')
  })

  it('claims Premium only when the account has it', () => {
    const paid = { search: '', status: 'succeeded', isLater: false } as const
    expect(paymentText(paid, true).description).toBe('Premium is on. Thank you.')
    expect(paymentText(paid, false).description).toMatch(/as soon as the payment is confirmed/)
    expect(paymentText({ search: '', status: 'failed', isLater: false }, true)).toMatchObject({
      title: 'Payment Failed',
      tone: 'destructive',
    })
  })

  it('says of a saved card that nothing was charged', () => {
    const saved = { search: '', status: 'succeeded', isLater: true } as const
    expect(paymentText(saved, true).description).toBe('Premium stays on after your trial. Nothing is charged before.')
  })
})
