import { Heart, KeyRound, LogOut, Settings, ShieldCheck, Stamp, Tags, Trash2, X } from 'lucide-react'
import { useSession, useUser } from '../../domain/session/session.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useDialog } from '../../ui/overlay/use-dialog.ts'
import { ThemeSwitch } from '../../widgets/theme/theme-menu.tsx'
import { SectionLink } from './section-link.tsx'
import styles from './side-menu.module.css'

/** L-NAV-07: the links of the side menu. The specification defines their order. */
const SIDE_LINKS = [
  { to: '/favorites', label: 'Favorites', Icon: Heart },
  { to: '/watermark', label: 'Watermark', Icon: Stamp },
  { to: '/tags', label: 'Tags', Icon: Tags },
  { to: '/settings', label: 'Settings', Icon: Settings },
  { to: '/developers', label: 'Developers', Icon: KeyRound },
]

/** The menu that the More button opens on a phone. */
export function SideMenu({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const { signOut } = useSession()
  const ref = useDialog(onClose)
  const name = user.display_name || user.username
  const closeAndSignOut = () => {
    onClose()
    signOut()
  }
  return (
    <dialog ref={ref} aria-label="More" className={styles['menu']}>
      <div className={styles['frame']}>
        <div className={styles['user']}>
          <span aria-hidden className={styles['avatar']}>
            {name.charAt(0).toUpperCase()}
          </span>
          <div className="grow">
            <p className="strong">{name}</p>
            <p className="caption">{user.email}</p>
          </div>
          <IconButton name="Close" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
        <nav aria-label="More" className={styles['links']}>
          {SIDE_LINKS.map(({ to, label, Icon }) => (
            <SectionLink key={to} to={to} className={styles['link']} onClick={onClose}>
              <Icon aria-hidden />
              {label}
            </SectionLink>
          ))}
          <SectionLink to="/trash" className={styles['link']} onClick={onClose}>
            <Trash2 aria-hidden />
            Trash
          </SectionLink>
          {user.role === 'super_admin' && (
            <SectionLink to="/admin" className={styles['link']} onClick={onClose}>
              <ShieldCheck aria-hidden />
              Admin
            </SectionLink>
          )}
        </nav>
        <ThemeSwitch />
        <Button appearance="quiet" className={styles['logout']} icon={<LogOut aria-hidden />} onClick={closeAndSignOut}>
          Logout
        </Button>
      </div>
    </dialog>
  )
}
