import { useEffect, useState } from 'react'
import { useSearchParams } from '../../../lib/router.ts'
import { refreshPlan } from '../billing.actions.ts'

export type CheckoutReturn = 'none' | 'canceled' | 'paid'

const START: Record<string, CheckoutReturn> = { success: 'paid', cancel: 'canceled', canceled: 'canceled' }

/**
 * The result of a visit to the card provider's page, which redirects back with ?checkout=success or canceled. The state is
 * read from the provider; if that fails, its webhook updates the plan later.
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
    // The parameter is removed, because a reload or a stored link must not show the result again.
    setParams(withoutIt, { replace: true, state: { keepScroll: true } })
  }, [isNamed, setParams])
  useEffect(() => {
    if (state === 'paid') void refreshPlan()
  }, [state])
  return state
}
