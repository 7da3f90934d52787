import type { ReactNode } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { subscription } from '../../../domain/plan/subscription.queries.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { UpgradeLink } from '../../../widgets/plan/upgrade-link.tsx'
import styles from './page.module.css'

/** rule 13: everybody may look and prepare; what the plan lacks is said before it is refused. */
export function PlanNotice({ children }: { children: ReactNode }) {
  const { data } = useCached(subscription())
  if (!data || data.features.includes('api_access')) return null
  return (
    <div className={styles['notice']}>
      <Notice action={<UpgradeLink size="small" />}>{children}</Notice>
    </div>
  )
}
