import { Suspense } from 'react'
import { useTitle } from '../../lib/page-meta.ts'
import { Link, useLocation } from '../../lib/router.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import styles from './pages.module.css'
import { findPage } from './frame/pages.ts'
import { Sidebar } from './frame/sidebar.tsx'

/** L-ROUTE-10: the screen of an unknown path below /developers. */
const NoSuchPage = () => (
  <EmptyState title="Not Found" text="No such page.">
    <Link to="/developers" className={buttonClass({})}>
      Overview
    </Link>
  </EmptyState>
)

/** S-DEV-01, S-DEV-02: a developer page with the sidebar. */
export function DevelopersPage() {
  const page = findPage(useLocation().pathname)
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
