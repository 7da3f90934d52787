import { Suspense, type ComponentType } from 'react'
import { ShieldX } from 'lucide-react'
import { useUser } from '../../domain/session/session.tsx'
import { lazyOf } from '../../lib/lazy.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { Link, useLocation, useNavigate } from '../../lib/router.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import styles from './admin.module.css'

const Overview = lazyOf(() => import('./overview.tsx'), 'Overview')
const Users = lazyOf(() => import('./users/users.tsx'), 'Users')
const Account = lazyOf(() => import('./users/account/account.tsx'), 'Account')
const Activity = lazyOf(() => import('./activity/activity.tsx'), 'Activity')
const System = lazyOf(() => import('./system/system.tsx'), 'System')

/** S-ADM-02: the tabs of the administration. */
const TABS = [
  { id: '', label: 'Overview' },
  { id: 'users', label: 'Users' },
  { id: 'activity', label: 'Activity' },
  { id: 'system', label: 'System' },
] as const

/** L-ROUTE-10: the screen of an unknown path below /admin. */
const NoSuchPage = () => <EmptyState title="Not Found" text="No such page." />

type AdminScreen = { tab: (typeof TABS)[number]['id']; Screen: ComponentType }

/** Returns the screen of a path below /admin and its tab. */
function findScreen(path: string): AdminScreen {
  const [, , tab = '', ...subpathSegments] = path.replace(/\/+$/, '').split('/')
  const subpath = subpathSegments.join('/')
  if (tab === 'users') return { tab, Screen: subpath ? Account : Users }
  if (tab === 'activity' && ['', 'audit'].includes(subpath)) return { tab, Screen: Activity }
  if (tab === 'system' && !subpath) return { tab, Screen: System }
  return { tab: '', Screen: tab ? NoSuchPage : Overview }
}

function Administration() {
  const navigate = useNavigate()
  const { tab, Screen } = findScreen(useLocation().pathname)
  const name = TABS.find(({ id }) => id === tab)?.label
  useTitle(tab && name ? `${name} · Admin` : 'Admin')
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>Admin</h1>
      <Tabs
        label="Administration"
        tabs={TABS}
        selected={tab}
        onChoose={id => void navigate(id ? `/admin/${id}` : '/admin')}
      >
        <Suspense fallback={<Spinner label="Loading..." />}>
          <Screen />
        </Suspense>
      </Tabs>
    </div>
  )
}

/** S-ADM-01: the screen for users who are not super administrators. */
function AccessDenied() {
  useTitle('Access Denied')
  return (
    <EmptyState
      icon={<ShieldX aria-hidden />}
      title="Access Denied - This page is only accessible to super administrators."
    >
      <Link to="/photos" className={buttonClass({})}>
        Photos
      </Link>
    </EmptyState>
  )
}

/** S-ADM: the administration of the installation. */
export function AdminPage() {
  const { role } = useUser()
  return role === 'super_admin' ? <Administration /> : <AccessDenied />
}
