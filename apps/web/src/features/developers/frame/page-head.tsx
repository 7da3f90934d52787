import { PLANS } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { subscriptionQuery } from '../../../domain/plan/plan.queries.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { UpgradeLink } from '../../../widgets/plan/locked-feature.tsx'
import styles from './frame.module.css'

/** The head of a page: title, a short description, and actions. */
export function PageHead({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles['head']}>
      <div className={styles['words']}>
        <h1 className={styles['title']}>{title}</h1>
        <p className={styles['lead']}>{lead}</p>
      </div>
      {children && <div className={styles['actions']}>{children}</div>}
    </header>
  )
}

/** A part of a page with a linkable id. */
export function PageSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles['section']}>
      <h2 id={`${id}-title`} className={styles['heading']}>
        {title}
      </h2>
      {children}
    </section>
  )
}

type Props = { children: (plan: string) => ReactNode }

/** rule 13: all users may read and prepare; the notice names the required plan before a call is refused. */
export function PlanNotice({ children }: Props) {
  const { data } = useCached(subscriptionQuery())
  if (!data || data.features.includes('api_access')) return null
  return (
    <div className={styles['notice']}>
      <Notice action={<UpgradeLink size="small" />}>{children(PLANS[data.apiTier].name)}</Notice>
    </div>
  )
}

/** The API address of this installation; samples contain it, so that copied code works at once. */
export const baseUrl = () => `${window.location.origin}/v1`
