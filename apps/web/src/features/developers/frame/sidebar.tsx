import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { Link } from '../../../lib/router.tsx'
import { Disclosure } from './disclosure.tsx'
import styles from './frame.module.css'
import { apiBaseUrl } from './page-head.tsx'
import { type DeveloperPage, PAGE_GROUPS } from './pages.ts'

/** S-DEV-11: links to other API resources. */
const RESOURCES = [
  { href: '/docs/api/examples/index.html', label: 'Code Examples' },
  { href: '/v1/health', label: 'API Status' },
  { href: '/docs/api/openapi.yaml', label: 'OpenAPI Document' },
]

function SidebarLinks({ current, onNavigate }: { current: DeveloperPage | undefined; onNavigate?: () => void }) {
  return (
    <>
      <nav aria-label="Developers" className="stack-5">
        {PAGE_GROUPS.map(({ title, pages }) => (
          <section key={title} aria-label={title} className={styles['group']}>
            <p className={styles['group-title']}>{title}</p>
            {pages.map(page => (
              <Link
                key={page.to}
                to={page.to}
                className={styles['link']}
                aria-current={page === current ? 'page' : undefined}
                onClick={onNavigate}
              >
                {page.label}
              </Link>
            ))}
          </section>
        ))}
        <section aria-label="Resources" className={styles['group']}>
          <p className={styles['group-title']}>Resources</p>
          {RESOURCES.map(({ href, label }) => (
            <a key={href} href={href} target="_blank" rel="noreferrer" className={styles['link']}>
              {label}
              <span aria-label="(new tab)" role="img" className="muted">
                ↗
              </span>
            </a>
          ))}
        </section>
      </nav>
      <p className={styles['version']}>
        <span>v1.0.0</span>
        <code>{apiBaseUrl()}</code>
      </p>
    </>
  )
}

/** The navigation of the developer pages. On a phone, a line with the name of the current page opens it. */
export function Sidebar({ current }: { current: DeveloperPage | undefined }) {
  const isPhone = useIsPhone()
  if (!isPhone)
    return (
      <aside aria-label="Developer pages" className={styles['sidebar']}>
        <SidebarLinks current={current} />
      </aside>
    )
  const summary = (
    <>
      <span className={styles['section-name']}>Developers</span>
      {current?.label}
    </>
  )
  return (
    <Disclosure summary={summary}>
      {close => (
        <div className="stack-4">
          <SidebarLinks current={current} onNavigate={close} />
        </div>
      )}
    </Disclosure>
  )
}
