import type { http } from '@daymark/contracts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useCheckoutReturn } from './use-checkout-return.ts'

/** Shown after the return from the card provider's page. */
export function CheckoutNote({ plan }: { plan: http.Subscription }) {
  const state = useCheckoutReturn()
  if (state === 'none') return null
  if (state === 'canceled') return <Notice>Your plan has not changed.</Notice>
  // A paying customer is not sent there again.
  if (plan.managed && (plan.status === 'active' || plan.status === 'trialing'))
    return <Notice>Thank you! You are on {plan.tierName} now.</Notice>
  return <Notice>Thank you! Your payment is being confirmed. Your new plan will appear here.</Notice>
}
