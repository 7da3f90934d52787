import { PLANS } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { subscriptionQuery } from '../../../domain/plan/plan.queries.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { UpgradeLink } from '../../../widgets/plan/locked-feature.tsx'
import styles from './frame.module.css'

/** The header of a page with title, short description and actions. */
export function PageHead({
  title,
  description,
  children,
}: {
  title: string
  description: ReactNode
  children?: ReactNode
}) {
  return (
    <header className={styles['head']}>
      <div className={styles['title-text']}>
        <h1 className="text-5">{title}</h1>
        <p className={styles['description']}>{description}</p>
      </div>
      {children && <div className="wrap">{children}</div>}
    </header>
  )
}

/** A section of a page to which links can point. */
export function PageSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles['section']}>
      <h2 id={`${id}-title`} className="text-4">
        {title}
      </h2>
      {children}
    </section>
  )
}

type PlanNoticeProps = { children: (plan: string) => ReactNode }

/** rule 13: names the plan that API calls require. Renders nothing if the user's plan includes the API. */
export function PlanNotice({ children }: PlanNoticeProps) {
  const { data } = useCached(subscriptionQuery())
  if (!data || data.features.includes('api_access')) return null
  return (
    <div className={styles['notice']}>
      <Notice action={<UpgradeLink size="small" />}>{children(PLANS[data.apiTier].name)}</Notice>
    </div>
  )
}

/** Returns the API URL of this installation. */
export const apiBaseUrl = () => `${window.location.origin}/v1`
