import { LogOut } from 'lucide-react'
import { Suspense } from 'react'
import { lazyOf } from '../../lib/lazy.ts'
import { Link } from '../../lib/router.tsx'
import { useSession, useUser } from '../../domain/session/session.tsx'
import { Brand } from '../../ui/brand.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { SectionLink } from './section-link.tsx'
import styles from './top-bar.module.css'

/** L-NAV-01: the links of the top bar. The specification defines their order. */
const TOP_LINKS = [
  { to: '/photos', label: 'Photos' },
  { to: '/albums', label: 'Albums' },
  { to: '/tags', label: 'Tags' },
  { to: '/shares', label: 'Shares' },
  { to: '/watermark', label: 'Watermark' },
  { to: '/settings', label: 'Settings' },
  { to: '/developers', label: 'Developers' },
]

const DesktopTools = lazyOf(() => import('./desktop-tools.tsx'), 'DesktopTools')

export function TopBar({ isPhone }: { isPhone: boolean }) {
  return (
    <header className={styles['bar']}>
      <Link to="/" className={styles['home']} aria-label="Daymark: go to Photos">
        <Brand />
      </Link>
      {!isPhone && <DesktopNavigation />}
    </header>
  )
}

function DesktopNavigation() {
  const user = useUser()
  const { signOut } = useSession()
  return (
    <>
      <nav aria-label="Main" className={styles['links']}>
        {TOP_LINKS.map(({ to, label }) => (
          <SectionLink key={to} to={to} className={styles['link']}>
            {label}
          </SectionLink>
        ))}
        {user.role === 'super_admin' && (
          <SectionLink to="/admin" className={styles['link']}>
            Admin
          </SectionLink>
        )}
      </nav>
      <span className={styles['name']}>{user.display_name || user.username}</span>
      <div className={styles['theme']}>
        <Suspense>
          <DesktopTools />
        </Suspense>
      </div>
      <Button appearance="quiet" icon={<LogOut aria-hidden />} onClick={signOut}>
        Logout
      </Button>
    </>
  )
}
