import { FolderOpen, Images, Link2, Menu } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyOf } from '../../lib/lazy.ts'
import styles from './bottom-bar.module.css'
import { SectionLink } from './section-link.tsx'

/** L-NAV-05: the links of the bottom bar. The specification defines their order. */
const BOTTOM_LINKS = [
  { to: '/photos', label: 'Photos', Icon: Images },
  { to: '/albums', label: 'Albums', Icon: FolderOpen },
  { to: '/shares', label: 'Shares', Icon: Link2 },
]

const SideMenu = lazyOf(() => import('./side-menu.tsx'), 'SideMenu')

export function BottomBar() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <>
      <nav aria-label="Main" className={styles['bar']}>
        {BOTTOM_LINKS.map(({ to, label, Icon }) => (
          <SectionLink key={to} to={to} className={styles['item']}>
            <Icon aria-hidden />
            {label}
          </SectionLink>
        ))}
        <button type="button" className={styles['item']} aria-haspopup="dialog" onClick={() => setMenuOpen(true)}>
          <Menu aria-hidden />
          More
        </button>
      </nav>
      <Suspense>{isMenuOpen && <SideMenu onClose={() => setMenuOpen(false)} />}</Suspense>
    </>
  )
}
