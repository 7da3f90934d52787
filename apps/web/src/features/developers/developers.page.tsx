import { Suspense } from 'react'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { Link, useLocation } from '../../lib/router.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import styles from './developers.module.css'
import { pageAt } from './frame/pages.ts'
import { Sidebar } from './frame/sidebar.tsx'

/** L-ROUTE-10, inside the developer pages. */
const NoSuchPage = () => (
  <EmptyState title="Not Found" text="No such page.">
    <Link to="/developers" className={buttonClass({})}>
      Overview
    </Link>
  </EmptyState>
)

/** S-DEV-01, S-DEV-02: the sidebar and one of the pages. */
export function DevelopersPage() {
  const page = pageAt(useLocation().pathname)
  const { Page, label } = page ?? { Page: NoSuchPage, label: 'Not Found' }
  useTitle(page?.to === '/developers' ? 'Developers' : label)
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
