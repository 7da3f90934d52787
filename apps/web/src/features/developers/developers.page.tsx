import { Suspense } from 'react'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { useLocation } from '../../lib/router.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import styles from './developers.module.css'
import { pageAt } from './frame/pages.ts'
import { Sidebar } from './frame/sidebar.tsx'

/** S-DEV-01, S-DEV-02: the sidebar and one of the pages. */
export function DevelopersPage() {
  const page = pageAt(useLocation().pathname)
  const { Page } = page
  useTitle(page.to === '/developers' ? 'Developers' : page.label)
  return (
    <div className={styles['layout']}>
      <Sidebar current={page} />
      <div className={styles['page']}>
        <Suspense fallback={<Spinner label="Loading..." />}>
          <Page />
        </Suspense>
      </div>
    </div>
  )
}
