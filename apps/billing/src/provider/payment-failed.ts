import { graceEnd, type MailRequest } from '@daymark/contracts'
import type { Subscription } from '../subscriptions/subscription.entity.ts'

/** rule 10: said once, when the days begin in which nothing changes yet. */
export function paymentFailed(subscription: Subscription): MailRequest {
  const until = graceEnd(subscription)?.toISOString().slice(0, 10)
  return {
    userId: subscription.userId,
    subject: 'Your payment failed',
    heading: 'Your payment failed',
    paragraphs: [
      'We could not charge your card for your plan. Your photos, albums and share links are safe.',
      `Please update your card${until ? ` by ${until}` : ''}. After that the limits of Starter apply until it is paid; nothing is deleted.`,
    ],
    action: { label: 'Update Your Card', path: '/billing' },
    reason: 'You receive this email because a payment for your plan failed.',
  }
}
