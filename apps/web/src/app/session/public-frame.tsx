import { useSession } from '../../domain/session/session.tsx'
import { Link, Outlet } from '../../lib/router.tsx'
import { Brand } from '../../ui/brand.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { ThemeMenu } from '../../widgets/theme/theme-menu.tsx'
import styles from '../frame.module.css'
import { Footer } from '../navigation/footer.tsx'
import { Shell } from '../shell.tsx'

/** L-ROUTE-02, 03: the frame of public screens. Signed-in users get the shell, visitors a reduced frame. */
export function PublicFrame() {
  const { isLoading, user } = useSession()
  if (isLoading) return <Spinner label="Loading..." fill />
  return user && !user.must_change_password ? <Shell /> : <VisitorFrame />
}

/** The frame of public screens for visitors. */
function VisitorFrame() {
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        Skip to content
      </a>
      <header className={styles['bar']}>
        <Link to="/login" className={styles['home']} aria-label="Daymark: go to the sign-in">
          <Brand />
        </Link>
        <ThemeMenu />
        <Link to="/login" className={buttonClass({})}>
          Sign In
        </Link>
      </header>
      <main id="content" tabIndex={-1} className={styles['content']}>
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
