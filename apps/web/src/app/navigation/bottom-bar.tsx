import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import styles from './bottom-bar.module.css'
import { BOTTOM_LINKS } from './phone-links.ts'
import { SectionLink } from './section-link.tsx'

const SideMenu = lazy(async () => ({ default: (await import('./side-menu.tsx')).SideMenu }))

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
