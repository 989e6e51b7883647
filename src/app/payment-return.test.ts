import { describe, expect, it } from 'vitest'
import { paymentReturnOf, paymentText } from './payment-return.ts'

describe('coming back from paying (specification, section 4)', () => {
  it('an ordinary address is none', () => {
    expect(paymentReturnOf('')).toBeNull()
    expect(paymentReturnOf('?dose=abc')).toBeNull()
  })

  it.each([
    ['?payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded', 'succeeded'],
    ['?setup_intent=seti_1&setup_intent_client_secret=s&redirect_status=succeeded', 'succeeded'],
    ['?payment_intent=pi_1&redirect_status=processing', 'processing'],
    ['?payment_intent=pi_1&redirect_status=failed', 'failed'],
    ['?payment_intent=pi_1&redirect_status=requires_payment_method', 'failed'],
    ['?payment_intent=pi_1', 'failed'],
  ] as const)('%s is %s, and nothing of it stays in the address', (query, status) => {
    expect(paymentReturnOf(query)).toEqual({ search: '', status })
  })

  it('a success without a payment is none', () => {
    expect(paymentReturnOf('?redirect_status=succeeded')?.status).toBe('failed')
  })

  it('what else the address says stays', () => {
    expect(paymentReturnOf('?dose=abc&payment_intent=pi_1&redirect_status=succeeded')?.search).toBe('?dose=abc')
  })

  it('claims Premium only when the account has it', () => {
    const paid = { search: '', status: 'succeeded' } as const
    expect(paymentText(paid, true).description).toBe('Premium is on. Thank you.')
    expect(paymentText(paid, false).description).toMatch(/as soon as the payment is confirmed/)
    expect(paymentText({ search: '', status: 'failed' }, true)).toMatchObject({
      title: 'Payment Failed',
      tone: 'destructive',
    })
  })
})
