import { PLANS } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { subscription } from '../../../domain/plan/subscription.queries.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { UpgradeLink } from '../../../widgets/plan/upgrade-link.tsx'
import styles from './page.module.css'

type Props = { children: (plan: string) => ReactNode }

/** rule 13: all users may read and prepare; the notice names the required plan before a call is refused. */
export function PlanNotice({ children }: Props) {
  const { data } = useCached(subscription())
  if (!data || data.features.includes('api_access')) return null
  return (
    <div className={styles['notice']}>
      <Notice action={<UpgradeLink size="small" />}>{children(PLANS[data.apiTier].name)}</Notice>
    </div>
  )
}
