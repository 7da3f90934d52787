import { Link, Outlet } from '../lib/router.ts'
import { Brand } from '../ui/brand.tsx'
import { buttonClass } from '../ui/buttons/button.tsx'
import { ThemeMenu } from '../widgets/theme/theme-menu.tsx'
import { Footer } from './navigation/footer.tsx'
import shell from './shell.module.css'
import styles from './visitor-frame.module.css'

/** The frame of public screens for visitors who are not signed in. */
export function VisitorFrame() {
  return (
    <div className={shell['shell']}>
      <a className={shell['skip']} href="#content">
        Skip to content
      </a>
      <header className={styles['bar']}>
        <Link to="/login" className={styles['home']} aria-label="Daymark, to the sign-in">
          <Brand />
        </Link>
        <ThemeMenu />
        <Link to="/login" className={buttonClass({})}>
          Sign In
        </Link>
      </header>
      <main id="content" tabIndex={-1} className={shell['content']}>
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
