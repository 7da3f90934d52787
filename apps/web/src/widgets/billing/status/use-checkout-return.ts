import { useEffect, useState } from 'react'
import { useSearchParams } from '../../../lib/router.ts'
import { refreshPlan } from '../billing.actions.ts'

export type CheckoutReturn = 'none' | 'canceled' | 'paid'

const START: Record<string, CheckoutReturn> = { success: 'paid', cancel: 'canceled', canceled: 'canceled' }

/**
 * What became of a visit to the card provider's page, which sends the browser back with ?checkout=success or canceled. The provider is
 * asked how things stand; where it does not answer, its own message to the server shows the new plan when it comes.
 */
export function useCheckoutReturn(): CheckoutReturn {
  const [params, setParams] = useSearchParams()
  const [state] = useState<CheckoutReturn>(() => START[params.get('checkout') ?? ''] ?? 'none')
  const isNamed = params.has('checkout')
  useEffect(() => {
    if (!isNamed) return
    const withoutIt = (old: URLSearchParams) => {
      old.delete('checkout')
      return old
    }
    // A reload, or a link that is kept, tells nothing any more.
    setParams(withoutIt, { replace: true, state: { keepScroll: true } })
  }, [isNamed, setParams])
  useEffect(() => {
    if (state === 'paid') void refreshPlan()
  }, [state])
  return state
}
